/** German: the coach, learning from mistakes, and what they say. */

const ROMAN = ['', 'I', 'II', 'III'];

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  'coach.seen': 'beurteilt nach dem, was du siehst',
  'coach.steps': 'Schritte', 'coach.step.1': 'Wohin schauen', 'coach.step.2': 'Welche Art', 'coach.step.3': 'Der Zug',
  'coach.next.1': 'Welche Art Zug?', 'coach.next.2': 'Zug zeigen', 'coach.play': 'Spielen', 'coach.again': 'Noch einmal fragen',
  'coach.thinking': 'Überlegt …', 'coach.even': 'Diese sind gleich gut: Nimm, was dir gefällt.',
  'coach.off': 'Wo andere Menschen mitspielen, gibt es keine Tipps, außer der Tisch erlaubt sie.',
  'coach.failed': 'Diesmal kein Rat.',
  'coach.used': ({ count }) => `Tipps: ${count}. Das steht im Protokoll, und die Partie zählt nicht für die Wertung.`,
  'coach.moves': 'Die besten Züge',

  'look.level': ({ level }) => `Schau auf Stufe ${ROMAN[level]}.`, 'look.hand': 'Schau auf deine Hand.',
  'look.cards': 'Schau auf die Karten.', 'look.decks': 'Schau auf die Stapel.', 'look.supply': 'Schau auf die Steine.',
  'look.board': 'Schau aufs Brett.', 'look.tokens': 'Schau auf deine eigenen Steine.', 'look.nobles': 'Schau auf die Adligen.',
  'look.royals': 'Schau auf die Königskarten.', 'look.opponent': 'Schau, was der andere hat.',
  'look.choices': 'Schau, was du wählen kannst.', 'look.anywhere': 'Schau auf alles, was du tun kannst.',
  'look.only': 'Es gibt nur einen Zug.',

  'look.why.wins': 'Etwas dort gewinnt.', 'look.why.reaches': 'Etwas dort erreicht das Ziel.',
  'look.why.threatens': 'Etwas dort droht das Spiel zu beenden.', 'look.why.double_threat': 'Etwas dort droht gleich doppelt.',
  'look.why.noble': 'Etwas dort bringt einen Adligen.', 'look.why.near_noble': 'Etwas dort bringt einen Adligen näher.',
  'look.why.royal': 'Etwas dort bringt eine Königskarte.', 'look.why.crowns': 'Kronen brauchst du.',
  'look.why.colour': 'Eine Farbe zu sammeln lohnt sich.', 'look.why.again': 'Da ist noch ein Zug drin.',
  'look.why.steals': 'Dem anderen lässt sich etwas nehmen.', 'look.why.steals_last': 'Dem anderen lässt sich etwas nehmen.',
  'look.why.pearls': 'Perlen sind knapp.', 'look.why.then_buys': 'Etwas dort bringt eine andere Karte in Reichweite.',
  'look.why.denies': 'Etwas dort will auch jemand anders.', 'look.why.keeps': 'Etwas dort will auch jemand anders.', 'look.why.scores': 'Da sind Punkte für dich.',
  'look.why.first_bonus': 'Eine Farbe, die du noch nicht hast, ist da.',
  'look.why.nearly_buys': 'Etwas dort ist bald zu bezahlen.', 'look.why.takes_last': 'Eine Farbe ist fast weg.',
  'look.why.gets_privilege': 'Da ist ein Privileg drin.',

  'kind.take': 'Nimm Steine.', 'kind.buy': 'Kaufe etwas.', 'kind.reserve': 'Reserviere etwas.',
  'kind.privilege': 'Nutze ein Privileg.', 'kind.fill': 'Fülle das Brett auf.', 'kind.gold': 'Nimm ein Gold.',
  'kind.match': 'Nimm einen Stein dieser Farbe.', 'kind.return': 'Gib zurück, was du am wenigsten brauchst.',
  'kind.noble': 'Entscheide über einen Adligen.', 'kind.royal': 'Nimm eine Königskarte.', 'kind.steal': 'Nimm dem anderen einen Stein.',
  'kind.colour': 'Wähle eine Farbe.', 'kind.payment': 'Wähle, wie du zahlst.', 'kind.card': 'Kaufe oder reserviere eine Karte.', 'kind.board': 'Nimm Steine, oder fülle das Brett auf.',
  'kind.any': 'Wähle unter all diesen.', 'kind.other': 'Wähle unter diesen.', 'kind.only': 'Es gibt nur einen Zug.',

  'kind.why.full': ({ tokens }) => `Du hast ${tokens} Steine: Für mehr ist kaum Platz.`,
  'kind.why.payable': ({ count }) => `Du kannst ${count === 1 ? 'eine Karte' : `${count} Karten`} bezahlen.`,
  'kind.why.none_payable': 'Du kannst noch keine Karte bezahlen.',
  'kind.why.room': ({ tokens }) => `Du hast ${tokens === 1 ? 'einen Stein' : `${tokens || 'keine'} Steine`}: Da ist Platz für mehr.`,
  'kind.why.gold_left': 'Ein Gold kommt dazu.', 'kind.why.denies': '{who} könnte eine davon kaufen.',

  sure: 'Bist du sicher?', 'sure.says': 'gibt {loss} % deiner Chancen weg: {before} → {after}.',
  'sure.back': 'Zurücknehmen', 'sure.play': 'Trotzdem spielen',

  'learn.of': '{number} von {count}', 'learn.round': 'Runde {round}', 'learn.dots': 'Deine Patzer',
  'learn.dot.open': 'Patzer {number}: offen', 'learn.dot.found': 'Patzer {number}: gefunden', 'learn.dot.near': 'Patzer {number}: fast gefunden',
  'learn.dot.shown': 'Patzer {number}: gezeigt', 'learn.better': 'Es gibt etwas Besseres.',
  'learn.you': 'Du:', 'learn.was': 'du:', 'learn.unknown': 'der beste Zug',
  'learn.points': ({ mine, theirs }) => `Du hast ${mine === 1 ? 'einen Punkt' : `${mine} Punkte`}, ${theirs}. Urteile nach dem, was du sehen konntest.`,
  'learn.points.of': '{name} {points}',
  'learn.how': 'Ziehe auf dem Tisch wie im Spiel. Ein Versuch kostet nichts.',
  'learn.nudge': 'Ein Wink', 'learn.show': 'Lösung zeigen', 'learn.skip': 'Überspringen', 'learn.again': 'Noch einmal',
  'learn.next': 'Weiter', 'learn.finish': 'Fertig', 'learn.back': 'Zur Analyse', 'learn.thinking': 'Überlegt …',
  'learn.good': 'Das ist es.', 'learn.good.proven': 'Das gewinnt, und es ist bewiesen.',
  'learn.also': 'Auch gut.', 'learn.also.about': 'Vom besten nicht zu unterscheiden: {after} und {best} %.',
  'learn.also.less': 'Es gibt {loss} % weg: {after} statt {best} %.',
  'learn.notyet': 'Besser, aber noch nicht der Zug.', 'learn.notyet.about': '{after} % statt {was} %. Da ist mehr drin.',
  'learn.notquite': 'Nicht ganz: {after} %.', 'learn.then': 'Dann kann {name}:', 'learn.same': 'Das hast du gespielt.',
  'learn.answer': 'Die Lösung:', 'learn.comesBack': 'Sie kommt in drei Tagen wieder.', 'learn.notAgain': 'Nicht noch einmal',
  'learn.done': ({ found, count }) => `${found} von ${count} selbst gefunden.`,
  'learn.done.about': 'Deine Patzer in dieser Partie kosteten {lost} %. Was du jetzt gefunden hast, hätte {saved} davon gerettet.',
  'learn.done.move': 'Zug', 'learn.done.was': 'war', 'learn.done.best': 'bester', 'learn.done.you': 'du',
  'learn.rest': ({ count }) => (count === 1 ? 'Den einen noch einmal' : `Die ${count} noch einmal`),
  'learn.empty': 'Keine Patzer in dieser Partie. Gut gespielt.', 'learn.failed': 'Dieser Zug ließ sich nicht beurteilen. Versuche einen anderen.',
  'learn.none': 'Diese Partie ist noch nicht analysiert.', 'learn.running': 'Die Analyse läuft: {judged} von {decisions} Entscheidungen.',
  'learn.panel': 'Frage und Urteil',
  'learn.make': 'Partie analysieren',
  'learn.try': 'dein Zug', 'learn.best': 'am besten', 'learn.buys': 'dann {name}', 'learn.slip': 'Dieser Patzer in der Partie',

  // Training mode at a table
  'training.mode': 'Training', 'training.says': 'Der Trainer sieht sich jeden Zug an, bevor du ihn spielst, und meldet sich, wenn er {least} % oder mehr verschenkt.',
  'training.least': 'Melden ab', 'training.why': 'Mit Gründen', 'training.why.yes': 'ja', 'training.why.no': 'nein',
  'training.spoke': 'In dieser Partie gemeldet',
  'training.times': ({ spoke, back }) => (spoke ? `${spoke}-mal, ${back} zurückgenommen` : 'noch nicht'),

  // Practising one's own slips
  practise: 'Üben', 'practise.all': 'Alle deine Patzer', 'practise.back': 'Zu deinen Spielen', 'practise.end': 'Üben beenden',
  'practise.none': 'Hier gibt es noch nichts zu üben: {theme}.',
  'practise.nothing': ({ count }) => `${count === 1 ? 'Die einzige Stellung hast du schon geübt' : `Alle ${count} Stellungen hast du schon geübt`}.`,
  'practise.comesBack': 'Die nächste kommt am {day} wieder.', 'practise.again': 'Alle noch einmal',
  'practise.done': 'Was gezeigt wurde, kommt in drei Tagen wieder.', 'practise.more': ({ count }) => (count === 1 ? 'Noch eine' : `Noch ${count}`),
  'practise.game': 'Spiel', 'practise.cost': 'verschenkt',
};
