/** German: lobby, waiting room, menu, guide. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  title: 'Der Händlertisch',
  analysis: 'Analyse', puzzles: 'Rätsel', 'puzzles.daily': 'Tägliches Rätsel',
  'puzzles.waits': ({ days }) => (days > 1 ? `${days} Tage in Folge` : 'ein Zug entscheidet'),
  'puzzles.done': ({ days }) => (days > 1 ? `✓ ${days} Tage in Folge` : '✓ für heute erledigt'),
  lobby: 'Übersicht', pages: 'Seiten', rules: 'Regeln', settings: 'Einstellungen',
  no: 'Nein', somebody: 'jemand',
  offline: 'Der Server ist nicht zu erreichen.',
  stuck: 'Ein Teil dieser Seite wurde nicht geladen.', loadAgain: 'Neu laden',
  setting: 'Dein Tisch wird gedeckt …',
  goOn: 'Du hast ein angefangenes Spiel', 'goOn.several': 'Du hast angefangene Spiele',
  'goOn.last': 'Weiterspielen', 'goOn.which': 'das Spiel, an dem du zuletzt warst', 'goOn.new': 'Neues Spiel',
  claiming: 'Dein Platz zieht auf dieses Gerät um …',
  name: 'Dein Name', 'name.kept': 'Du heißt jetzt {name}.',
  namesHere: 'Namen an diesem Bildschirm', 'name.seat': 'Platz {seat} heißt jetzt {name}.',

  'about.official':
    'Sammle Edelsteine, kaufe Karten, die für die nächsten mitzahlen, beeindrucke Adlige. Ziel: {target} Punkte. '
    + '{least} bis {most} Spieler.',
  'about.duel': 'Für zwei: Edelsteine auf einem Brett, Privilegien, Kronen, Königskarten und drei Wege zum Sieg.',
  'about.landolt': 'Niemand hält je mehr als zehn Steine. Adlige kommen nur, wenn man sie ruft, einer für jeden.',
  'play.official': 'Splendor spielen', 'play.duel': 'Splendor Duel spielen',
  'play.against': 'gegen {bot}',
  'rules.how': 'So wird gespielt',

  playHere: 'An diesem Bildschirm',
  levels: 'Stufen, die schwächste zuerst', styles: 'Spielweisen, ohne Wertung',
  eloRange: 'Gemessen: {elo} ± {interval} Elo; Zufallszüge haben 0.',
  'bot.random': 'Zufall', 'bot.newcomer': 'Neuling', 'bot.novice': 'Lehrling', 'bot.beginner': 'Anfänger',
  'bot.casual': 'Gelegenheitsspieler',
  'bot.regular': 'Stammspieler', 'bot.skilled': 'Könner', 'bot.adept': 'Kenner', 'bot.strong': 'Stark', 'bot.veteran': 'Veteran',
  'bot.expert': 'Experte',
  'bot.master': 'Meister', 'bot.greedy': 'Gierig', 'bot.hunter': 'Jäger', 'bot.rusher': 'Stürmer',
  'bot.blocker': 'Verhinderer', 'bot.reserver': 'Vormerker', 'bot.champion': 'Champion',
  'bot.random.about': 'Spielt irgendeinen erlaubten Zug.',
  'bot.newcomer.about': 'Sieht die meisten Siege, kaum deine Drohungen, und irrt oft.',
  'bot.novice.about': 'Sieht die meisten Siege und jede zweite Drohung, und irrt oft.',
  'bot.beginner.about': 'Nimmt einen Sieg, der daliegt, und übersieht viele Drohungen.',
  'bot.casual.about': 'Kauft vernünftig, mit kleinen Fehlern, und vergisst, was du vorhast.',
  'bot.regular.about': 'Selten leichtsinnig, denkt aber kaum weiter als bis zum nächsten Kauf.',
  'bot.skilled.about': 'Verpasst nie einen Sieg, aber jede dritte Drohung von dir.',
  'bot.adept.about': 'Hat ein Gespür für gute Käufe und schaut kaum weiter.',
  'bot.strong.about': 'Plant seine Käufe; lange Kombinationen überraschen ihn noch.',
  'bot.veteran.about': 'Rechnet mit deinen Antworten und übersieht selten eine Drohung.',
  'bot.expert.about': 'Sieht Drohungen und Kombinationen fast immer kommen.',
  'bot.master.about': 'Wägt tausende Fortsetzungen ab und übersieht so gut wie nichts.',
  'bot.champion.about': 'Wägt zehntausende Fortsetzungen ab: Stärker geht es nicht.',
  'bot.greedy.about': 'Kauft die beste Karte, die zu haben ist, und sammelt für sie.',
  'bot.hunter.about': 'Denkt gründlich nach und liebt Adlige (im Duel Kronen).',
  'bot.rusher.about': 'Denkt gründlich nach und will die großen Karten.',
  'bot.blocker.about': 'Denkt gründlich nach und nimmt dir weg, was du kaufen wolltest.',
  'bot.reserver.about': 'Denkt gründlich nach und kauft von der Hand, was er reserviert hat.',

  options: 'Alle Optionen', seats: 'Plätze', ruleOptions: 'Spielregeln', tableOptions: 'Tisch',
  openTable: 'Tisch eröffnen',
  'seat.me': 'Ich', 'seat.here': 'Noch jemand an diesem Bildschirm', 'seat.open': 'Freier Platz (per Link)',
  'option.target': 'Punkte zum Sieg', 'option.tokens': 'Mehr als zehn Steine',
  'option.tokens.return': 'gibt man zurück', 'option.tokens.cap': 'nimmt man nie',
  'option.nobles': 'Adlige', 'option.nobles.come': 'kommen von selbst',
  'option.nobles.sought': 'werden gerufen: als Aktion eines Zuges',
  'option.nobles.sought_free': 'werden gerufen: neben der Aktion eines Zuges',
  'option.nobles_each': 'Adlige pro Spieler, höchstens', 'option.hands': 'Offen reservierte Karten',
  'option.hands.seen': 'bleiben allen bekannt',
  'option.hands.hidden': 'sind verdeckt', 'option.start': 'Wer beginnt',
  'option.start.random': 'entscheidet der Zufall', 'option.rounds': 'Runde, nach der das Spiel endet',
  'option.none': 'keine Grenze',
  'option.refill': 'Leere Plätze der Pyramide', 'option.refill.at_once': 'sofort aufgefüllt',
  'option.refill.end_of_turn': 'am Ende des Zuges aufgefüllt',
  'option.idle': 'Züge ohne Kauf bis zum Unentschieden',
  optionIs: '{name}: {value}',
  clock: 'Uhr', 'clock.none': 'ohne Uhr', 'clock.minutes': '{minutes} min + {increment} s je Zug',
  'clock.day': 'ein Tag für jeden', 'clock.days': ({ days }) => `${counted(days, 'Tag', 'Tage')} je Zug`,
  'clock.left': '{days} T {hours} h',
  spectators: 'Zuschauer', 'spectators.about': 'wer den Link hat, darf zusehen',
  'hints.allowed': 'Tipps', 'hints.allowed.about': 'alle dürfen den Trainer fragen; allein darf man es immer',
  'spectators.chat': 'Zuschauer dürfen schreiben', 'spectators.chat.about': 'ihre Nachrichten sind gekennzeichnet',
  host: 'leitet den Tisch', remove: 'Entfernen', 'remove.sure': '{name} vom Tisch entfernen?',
  'remove.surePlaying': '{name} entfernen? Ein Bot spielt weiter.',
  'setup.range': '{name}: eine ganze Zahl von {least} bis {most}.', 'setup.choice': '{name}: {values}.',
  'setup.seat': '{name}: random oder ein Platz, gezählt ab 0 und unter {most}.',
  'setup.unknown': 'Die Option {name} gibt es in diesem Spiel nicht.',
  'setup.rules': 'Ein Spiel „{value}“ gibt es hier nicht.',
  'setup.level': 'Einen Bot „{value}“ gibt es für diesen Tisch nicht.',
  'setup.players': '{game} ist für {values} Personen, nicht für {value}.',

  join: 'Mitspielen oder zusehen',
  'join.about': 'Füge den Link ein, den du bekommen hast. Ist kein Platz frei, siehst du zu.',
  'join.link': 'Link zu einem Tisch', 'join.open': 'Öffnen', 'join.wrong': 'Das ist kein Link zu einem Tisch.',

  'tables.playing': 'Laufend', 'tables.open': 'Wartend', 'tables.over': 'Beendet', 'tables.frozen': 'Angehalten',
  'tables.more': 'Mehr zeigen', 'tables.none': 'Noch keine. Hier stehen später deine laufenden und beendeten Spiele.',
  'tables.waiting': ({ count }) => (count === 1 ? 'Ein Spiel wartet auf dich' : `${count} Spiele warten auf dich`),
  justNow: 'gerade eben',

  'wait.stopped': 'Der Tisch wurde angehalten.', 'wait.open': ({ taken, open }) =>
    `${['Niemand sitzt', 'Eine Person sitzt', 'Zwei sitzen', 'Drei sitzen'][taken]} am Tisch, ${open === 1 ? 'ein Platz ist' : `${['', '', 'zwei', 'drei', 'vier'][open]} Plätze sind`} frei.`,
  'wait.invited': '{name} lädt dich an diesen Tisch ein.', 'wait.names': 'Wer spielt an diesem Bildschirm?',
  'wait.sit': 'Setz dich, oder bleib und sieh zu.', 'wait.ready': 'Es sind noch nicht alle da.',
  'wait.begins': 'Alle sind da: Es geht los.',
  'wait.somebody': 'wartet', notHere: 'noch nicht da',
  'openSeat.host': 'für Freunde mit dem Link, oder',
  fillSeat: 'Mit Bot besetzen', freeSeat: 'Platz freigeben',
  start: ({ players }) => `Zu ${['', 'einem', 'zweit', 'dritt', 'viert'][players]} beginnen`, 'start.here': 'Beginnen',
  'start.removes': ({ open }) => (open === 1 ? 'Der freie Platz fällt weg.' : `Die ${open} freien Plätze fallen weg.`),
  'clock.waits': 'Die Uhr läuft ab dem ersten Zug.',
  sitAs: 'Als {name} mitspielen', onlyWatch: 'oder nur zusehen', noAccount: 'Kein Konto. Der Name bleibt auf diesem Gerät.',
  'friendly.adjectives': 'Flinker Kluger Stiller Kühner Heller Froher Sanfter Mutiger Wacher Edler Goldener Silberner Schlauer Lustiger Tapferer Munterer',
  'friendly.nouns': 'Otter Falke Fuchs Luchs Dachs Rabe Igel Panda Tiger Adler Saphir Rubin Smaragd Opal Topas Achat Onyx Diamant',

  invite: 'Freunde einladen', 'invite.qr': 'QR-Code des Links', 'invite.scan': 'Mit dem Handy scannen oder den Link schicken.',
  'share.send': 'Teilen …', 'copy.link': 'Link kopieren',
  'network.ask': 'Für dein Netz öffnen?',
  'network.about':
    'Wer im selben WLAN ist und den Link hat, kann dann diesen Tisch öffnen. Ein Konto braucht niemand, und nichts geht ins Internet.',
  'network.yes': 'Für mein Netz öffnen', 'network.no': 'Nur dieser Rechner', 'network.which': 'Adresse dieses Rechners',
  'network.careful': ({ address }) =>
    `Geöffnet wird die Adresse ${address}. Du kannst sie jederzeit schließen; wer schon spielt, bleibt. In einem öffentlichen WLAN besser nicht öffnen.`,
  'network.open': 'offen für dein Netz', 'network.while': 'Offen unter {address}, in deinem WLAN, solange dieser Rechner läuft.',
  'network.close': 'Schließen', 'network.closed': 'Dieser Link führt nur auf diesem Rechner zum Tisch.',
  'share.open': 'Wer ihn öffnet, setzt sich dazu.',
  'share.local':
    'Dieser Link führt nur auf diesem Rechner zum Tisch. Für Freunde starte: splendor serve --host 0.0.0.0',
  'share.watch': 'Wer ihn öffnet, kann zusehen.',
  'copy.byHand': 'Mit Strg+C kopieren',
  watchers: ({ count }) => (count === 1 ? 'Eine Person sieht zu.' : `${count} Personen sehen zu.`),
  deal: 'Faire Karten',
  'deal.about':
    'Die Verteilung folgt aus einer geheimen Zahl des Servers und je einer Zufallszahl aus jedem Browser. Der Server '
    + 'legt sich jetzt auf seine fest, bevor er eure kennt; nach dem Spiel deckt er sie auf, und ein Knopf prüft, dass '
    + 'niemand die Karten aussuchen konnte.',
  'deal.more': 'Wie das geprüft wird',
  thisDevice: 'an diesem Gerät', leave: 'Tisch verlassen', 'leave.sure': 'Wirklich gehen? Dein Platz bleibt für dich frei.',

  'theme.system': 'Wie das System',
  'sound.about': 'leise, vom Browser erzeugt', 'motion.about': 'Karten und Steine fliegen',
  'warnings.about': 'vor einem Zug, der dem Gegner hilft',
  notify: 'Benachrichtigungen', 'notify.about': 'wenn du am Zug bist und diese Seite nicht ansiehst',
  'notify.denied': 'Der Browser erlaubt von dieser Adresse keine Benachrichtigungen: Erlaube sie in seinen Einstellungen.',
  'notify.about.told': 'wenn du am Zug bist; bei Spielen mit Tagen je Zug auch, wenn keine Seite offen ist',
  'notify.with': '{game} mit {names}', 'notify.at': 'am Tisch mit {names}',

  people: 'Leute',
  'resign.sure': 'Wirklich aufgeben?',
  botInstead: ({ bot, why }) => `${bot} spielt weiter${why ? `: ${why}` : ''}`,
  absent: 'lange nicht da', present: 'da', mute: 'Stumm', unmute: 'Wieder hören',
  callBot: 'Einen Bot weiterspielen lassen', comeBack: 'Selbst weiterspielen',
  botForYou: 'Du warst fort: Ein Bot spielt für dich.',
  awayLong: '{name} ist schon eine Weile fort.', leftLong: 'Auf dem Platz, der am Zug ist, sitzt niemand.',
  idleLong: '{name} ist da, zieht aber schon eine Weile nicht.', askForBot: 'Um einen Bot bitten',
  seatKept: 'Platz {seat} ist für dich freigehalten.', sitAgain: 'Wieder hinsetzen',
  seatMoved: 'Du spielst auf deinem anderen Gerät.', takeSeatBack: 'Hierher zurückholen',
  'seatMoved.here': 'Du spielst auf deinem anderen Gerät. Dieser Bildschirm schaut zu, ohne deine Hand.',
  'seatMoved.about': 'Dieser Bildschirm schaut zu: Er zeigt den Tisch, wie alle ihn sehen, ohne deine Hand.',
  moveSeat: 'Mit meinem Platz aufs Handy', 'moveSeat.ask': 'Lieber auf dem Handy?',
  'moveSeat.what': 'Dein Platz zieht um, dieser Bildschirm schaut weiter zu.',
  'moveSeat.closed': 'Öffne den Tisch zuerst für dein Netz, damit das Handy ihn erreicht.',
  'moveSeat.about': 'Scanne das mit dem Handy. Dein Platz, deine Hand und deine Uhr ziehen um; dieser Bildschirm bleibt und schaut zu.',
  'moveSeat.once': 'Gilt einmal, zwei Minuten lang:', 'moveSeat.qr': 'QR-Code des Links zu deinem Platz',
  'moveSeat.link': 'Privater Link zu deinem Platz', 'moveSeat.keep': 'Hier bleiben',
  'moveSeat.profile': 'Lieber alle meine Spiele und meinen Namen? Mein Profil auf einem anderen Gerät',
  'asked.undo': '{name} möchte den letzten Zug zurücknehmen.',
  'asked.abandon': '{name} möchte das Spiel ohne Sieger beenden.',
  'asked.replace': '{name} möchte für {target} einen Bot spielen lassen.',
  'asked.own.undo': 'Du möchtest deinen letzten Zug zurücknehmen.',
  'asked.own.abandon': 'Du möchtest das Spiel ohne Sieger beenden.',
  'asked.own.replace': 'Du möchtest für {target} einen Bot spielen lassen.',
  'asked.waiting': ({ names }) => (names ? `Es fehlt die Antwort von ${names}.` : ''),
  agree: 'Einverstanden', decline: 'Ablehnen', withdraw: 'Zurückziehen',

  curtain: '{name}, du bist am Zug',
  'curtain.about': 'Bitte alle anderen wegsehen: Gleich liegt die Hand dieses Platzes offen.',
  peek: '{name}, diese Karte hast du reserviert',
  'peek.about': 'Nur du darfst sie sehen. Merk sie dir, dann gib den Bildschirm weiter.', 'peek.pass': 'Gesehen: weitergeben',
  'curtain.lift': 'Ich bin {name}: den Tisch zeigen',

  guide: 'Einführung', 'guide.again': 'Einführung zeigen', 'guide.skip': 'Überspringen', 'guide.next': 'Weiter',
  'guide.done': 'Weiterspielen',
  'guide.base.market': 'Der Markt',
  'guide.base.market.text':
    'Karten kosten Edelsteine. Eine gekaufte Karte zählt bei jedem weiteren Kauf als ein Stein ihrer Farbe, und '
    + 'manche bringen Punkte. {target} Punkte beenden das Spiel.',
  'guide.base.take': 'Steine nehmen',
  'guide.base.take.text':
    'Klicke drei Steine verschiedener Farben an. (Auch zwei gleiche gehen, wo noch mindestens vier liegen.)',
  'guide.base.take.text.touch':
    'Tippe drei Steine verschiedener Farben an. (Auch zwei gleiche gehen, wo noch mindestens vier liegen.)',
  'guide.base.take.text.keys':
    'Drücke die Buchstaben dreier Steine verschiedener Farben: W U G R K. (Auch zwei gleiche gehen, wo noch mindestens '
    + 'vier liegen.)',
  'guide.base.confirm': 'Bestätigen',
  'guide.base.confirm.text.touch': 'Noch ist nichts geschehen: × verwirft die Auswahl. Tippe auf den goldenen Knopf.',
  'guide.base.confirm.text':
    'Noch ist nichts geschehen: Esc verwirft die Auswahl. Drücke den goldenen Knopf oder die Eingabetaste.',
  'guide.base.buy': 'Eine Karte kaufen',
  'guide.base.buy.text':
    'Sammle Steine, bis auf einer Karte KAUF steht. Dann wähle sie und drücke auf Kaufe. Ein rotes −1 heißt, dass '
    + 'ein Stein dieser Farbe fehlt; −3 auf der Karte, wie viele insgesamt fehlen, dein Gold mitgezählt.',
  'guide.base.reserve': 'Reservieren',
  'guide.base.reserve.text':
    'Klicke eine beliebige Karte an und drücke auf Reserviere, oder klicke zuerst auf das Gold: Sie wird für dich '
    + 'zurückgelegt. Dazu gibt es ein Gold, das für jeden Stein steht. Drei solche Karten kannst du halten. Ein '
    + 'Rechtsklick tut dasselbe.',
  'guide.base.reserve.text.direct':
    'Ein Rechtsklick auf eine Karte (am Telefon: lange drücken) legt sie für dich zurück. Dazu gibt es ein Gold, das '
    + 'für jeden Stein steht. Drei solche Karten kannst du halten.',
  'guide.base.reserve.text.touch':
    'Tippe eine beliebige Karte an und drücke auf Reserviere, oder tippe zuerst auf das Gold: Sie wird für dich '
    + 'zurückgelegt. Dazu gibt es ein Gold, das für jeden Stein steht. Drei solche Karten kannst du halten. Langes '
    + 'Drücken tut dasselbe.',
  'guide.base.reserve.text.keys':
    'Wähle eine beliebige Karte (Tasten 1, 2, 3 und ein Buchstabe, dann die Leertaste) und drücke R: Sie wird für dich '
    + 'zurückgelegt. Dazu gibt es ein Gold, das für jeden Stein steht. Drei solche Karten kannst du halten.',
  'guide.base.nobles': 'Adlige',
  'guide.base.nobles.text':
    'Je {noble} Punkte. Ein Adliger kommt von selbst, wenn du die Karten gekauft hast, die er verlangt: Steine zählen '
    + 'nicht.',
  'guide.base.nobles.text.sought':
    'Je {noble} Punkte. Wer die Karten gekauft hat, die ein Adliger verlangt, klickt ihn an: Das ist ein eigener Zug. '
    + 'Steine zählen nicht.',
  'guide.base.nobles.text.sought_free':
    'Je {noble} Punkte. Wer die Karten gekauft hat, die ein Adliger verlangt, klickt ihn an, neben der Aktion des Zuges. '
    + 'Steine zählen nicht.',
  'guide.base.win': 'Gewinnen',
  'guide.base.win.text':
    'Hat jemand {target} Punkte, wird die Runde zu Ende gespielt; die meisten Punkte gewinnen. Am Ende des Zuges '
    + 'darfst du zehn Steine halten. Die Taste ? zeigt alle Tasten, und L gehalten, was andere kaufen können. Viel '
    + 'Freude!',
  'guide.base.win.text.touch':
    'Hat jemand {target} Punkte, wird die Runde zu Ende gespielt; die meisten Punkte gewinnen. Am Ende des Zuges '
    + 'darfst du zehn Steine halten. Tippe andere an, um zu sehen, was sie kaufen können. Viel Freude!',
  'guide.base.win.text.cap':
    'Hat jemand {target} Punkte, wird die Runde zu Ende gespielt; die meisten Punkte gewinnen. Mehr als zehn Steine '
    + 'hält nie jemand. Viel Freude!',
  'guide.duel.line': 'Eine Linie nehmen',
  'guide.duel.line.text':
    'Ziehe über bis zu drei Steine nebeneinander, in jeder Richtung, oder klicke sie an. Gold und leere Felder '
    + 'unterbrechen eine Linie.',
  'guide.duel.line.text.touch':
    'Ziehe über bis zu drei Steine nebeneinander, in jeder Richtung, oder tippe sie an. Gold und leere Felder '
    + 'unterbrechen eine Linie.',
  'guide.duel.confirm': 'Bestätigen',
  'guide.duel.confirm.text.touch': 'Noch ist nichts geschehen: × verwirft die Auswahl. Tippe auf den goldenen Knopf.',
  'guide.duel.confirm.text':
    'Noch ist nichts geschehen: Esc verwirft die Auswahl. Drücke den goldenen Knopf oder die Eingabetaste.',
  'guide.duel.cards': 'Eine Karte kaufen',
  'guide.duel.cards.text':
    'Steht auf einer Karte KAUF, wähle sie und drücke auf Kaufe. Von da an zahlt sie bei jedem Kauf einen Stein ihrer '
    + 'Farbe. Kronen und Zeichen auf ihr können mehr.',
  'guide.duel.gold': 'Reservieren',
  'guide.duel.gold.text':
    'Klicke eine beliebige Karte an und drücke auf Reserviere, oder klicke zuerst auf ein Gold. Gold steht für alles. '
    + 'Ein Rechtsklick auf die Karte tut dasselbe.',
  'guide.duel.gold.text.touch':
    'Tippe eine beliebige Karte an und drücke auf Reserviere, oder tippe zuerst auf ein Gold. Gold steht für alles. '
    + 'Langes Drücken auf die Karte tut dasselbe.',
  'guide.duel.privilege': 'Privilegien',
  'guide.duel.privilege.text':
    'Vor deiner Aktion kannst du eine Schriftrolle gegen einen Stein oder eine Perle tauschen. Dein Gegner bekommt '
    + 'eine, wenn du drei gleiche oder beide Perlen nimmst.',
  'guide.duel.fill': 'Der Beutel',
  'guide.duel.fill.text':
    'Ausgegebene Steine sind im Beutel. Vor deiner Aktion darfst du damit das Brett füllen, aber dein Gegner bekommt '
    + 'ein Privileg.',
  'guide.duel.three': 'Drei Wege zum Sieg',
  'guide.duel.three.text':
    '20 Punkte; oder 10 Kronen; oder 10 Punkte auf Karten einer Farbe. Dann ist sofort Schluss. '
    + 'Die Taste ? zeigt alle Tasten, und L gehalten, was dein Gegner kaufen kann. Viel Freude!',
  'guide.duel.three.text.touch':
    '20 Punkte; oder 10 Kronen; oder 10 Punkte auf Karten einer Farbe. Dann ist sofort Schluss. Tippe deinen Gegner an, '
    + 'um zu sehen, was er kaufen kann. Viel Freude!',
};
