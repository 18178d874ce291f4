/**
 * German: why something was refused, by the code of the refusal (docs/refusals.md). Gems and options are in words
 * already; `gems` is a list of them.
 */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  // The page itself
  'refused.offline': 'Der Server ist nicht zu erreichen.',
  'refused.gone': 'Den Tisch gibt es nicht mehr.',

  // Requests
  'refused.other': '{text}',
  'refused.failed': 'Dem Server ist ein Fehler unterlaufen: Nichts hat sich geändert.',
  'refused.full': 'Es gibt zu viele Tische: Versuche es später noch einmal.',
  'refused.malformed': 'Das hat der Server nicht verstanden: Lade die Seite neu.',
  'refused.not_admitted': 'Von dieser Adresse nimmt der Server nichts an.',
  'refused.not_found': ({ what }) => {
    if (what === 'rules') return 'Diese Regeln gibt es nicht.';
    if (what === 'game') return 'Dieses Spiel steht nicht mehr in deiner Liste.';
    if (what === 'device') return 'Dieses Gerät gibt es nicht.';
    if (what === 'puzzle') return 'Dieses Rätsel gibt es nicht.';
    return what === 'address' ? 'Unter dieser Adresse ist nichts.' : 'Diesen Tisch gibt es nicht.';
  },
  'refused.not_json': 'Das hat der Server nicht verstanden: Lade die Seite neu.',
  'refused.not_local': 'Öffnen und schließen geht nur an dem Rechner, auf dem das Spiel läuft.',
  'refused.no_network': 'Dieser Rechner hat keine Adresse in einem privaten Netz: Ist er mit einem WLAN verbunden?',
  'refused.cannot_listen': 'Unter {address} lässt sich nichts öffnen: Eine Firewall oder ein anderes Programm verhindert es.',
  'refused.no_guest': 'Sag zuerst, wer du bist: Gib deinen Namen ein.',
  'refused.query_choice': 'Das hat der Server nicht verstanden: Lade die Seite neu.',
  'refused.query_since': 'Das hat der Server nicht verstanden: Lade die Seite neu.',
  'refused.query_before': 'Das hat der Server nicht verstanden: Lade die Seite neu.',
  'refused.query_long': 'Das ist zu lang.',
  'refused.query_moves': 'Eine Folge hat 1 bis {most} Züge.',
  'refused.query_number': '„{name}“ muss eine Zahl sein, die zum Spiel passt.',
  'refused.review_long': 'Nur ein Spiel mit höchstens {most} Entscheidungen kann analysiert werden.',
  'refused.review_same': 'Die Analyse wäre dieselbe.',
  'refused.reviews_running': '{most} deiner Analysen laufen noch: warte auf eine davon.',
  'refused.store': ({ reason }) => (reason === 'unknown'
    ? 'Der Server hatte Probleme beim Speichern: Lade die Seite neu, um zu sehen, ob das gespeichert wurde.'
    : 'Der Server kann nichts speichern: Nichts hat sich geändert.'),
  'refused.too_large': 'Das ist zu lang.',
  'refused.too_often': 'Das war zu viel auf einmal: Warte einen Moment.',
  'refused.wrong_method': 'Das geht hier nicht.',
  'refused.hello_again': 'Das hat der Server nicht verstanden: Lade die Seite neu.',
  'refused.unknown_command': 'Das geht an einem Tisch nicht.',

  // Profiles and devices
  'refused.banned': ({ until }) => (until > 2e14 ? 'Dieses Profil ist gesperrt.'
    : `Dieses Profil ist gesperrt bis ${new Date(until).toLocaleString('de')}.`),
  'refused.no_profile': 'Dieser Link oder Code gilt nicht, wurde schon benutzt oder ist zu alt.',
  'refused.own_profile': 'Dieses Gerät hat das Profil schon.',
  'refused.revoked': 'Dieses Gerät wurde abgemeldet.',
  'refused.no_push': 'Dieser Server verschickt keine Push-Nachrichten.',
  'refused.bad_endpoint': 'Der Push-Dienst dieses Browsers kann nicht benutzt werden.',
  'refused.too_many_devices': ({ most }) => `Ein Profil hat höchstens ${most} Geräte: Melde zuerst eines ab.`,
  'refused.too_many_links': ({ most }) => `Es gibt ${most} unbenutzte Links: Warte, bis sie ablaufen.`,
  'refused.wrong_name': 'So heißt dieses Profil nicht.',

  // What people write
  'refused.bad_length': ({ what, most }) =>
    (what === 'name' ? `Ein Name hat 1 bis ${most} Zeichen.` : `Eine Nachricht hat 1 bis ${most} Zeichen.`),
  'refused.bad_character': 'Das Zeichen {character} darin lässt sich nicht zeigen: Lass es weg.',
  'refused.bad_accents': 'Auf einem Buchstaben sind zu viele Akzente.',
  'refused.no_letter': 'Mindestens ein Buchstabe muss sichtbar sein.',

  // Options of a new table
  'refused.unknown_rules': 'Diese Regeln gibt es nicht.',
  'refused.unknown_option': 'Diese Regeln haben keine Einstellung „{name}“.',
  'refused.option_choice': '{name}: Das lässt sich nicht wählen.',
  'refused.option_range': '{name}: Wähle eine Zahl von {low} bis {high}.',
  'refused.option_seat': '{name}: Diesen Platz gibt es nicht.',
  'refused.no_deal': 'Jenes Spiel begann mit einer Stellung und hat keine Auslage, die sich prüfen ließe.',
  'refused.fork_seats': 'Jenes Spiel hat {seats} Plätze.',
  'refused.fork_ply': ({ last }) =>
    `Jenes Spiel lässt sich nach höchstens ${counted(last, 'Entscheidung', 'Entscheidungen')} fortsetzen.`,
  'refused.bad_nonce': 'Deine Zufallszahl enthält Zeichen, die nicht erlaubt sind.',

  // Tables
  'refused.bad_clock': 'Eine Uhr hat mindestens {least} Sekunden für das Spiel oder Tage für jeden Zug.',
  'refused.kept': 'Dieser Platz ist für die Person freigehalten, die gegangen ist: Nur ihr privater Link gibt ihn weiter.',
  'refused.not_host': 'Das kann nur, wer den Tisch leitet.',
  'refused.not_idle': 'So lange hat noch niemand die anderen warten lassen.',
  'refused.other_question': 'Diese Frage ist nicht mehr offen: Sieh dir die jetzige an.',
  'refused.removed': 'Du wurdest von diesem Tisch entfernt.',
  'refused.unchanged': 'Das ist schon so.',
  'refused.undo_time': 'Auf der Uhr ist zu wenig Zeit, um den Zug zurückzunehmen.',
  'refused.used_id': 'Das hat der Server nicht verstanden: Lade die Seite neu.',
  'refused.begun': 'Das Spiel hat schon begonnen.',
  'refused.chat_full': 'An diesem Tisch ist kein Platz für weitere Nachrichten.',
  'refused.log_full': 'An diesem Tisch ist zu viel geschehen: Man kann nur noch spielen oder aufgeben.',
  'refused.bot': ({ seat }) => (seat === undefined
    ? 'Für dich spielt ein Bot: Nur wer selbst spielt, kann fragen und antworten.' : 'Dort spielt schon ein Bot.'),
  'refused.frozen': 'Dieses Spiel kann nicht weitergehen: Sein Protokoll ist beschädigt, oder der Betreiber hat es angehalten.',
  'refused.no_bot': 'Diesen Bot gibt es nicht.',
  'refused.no_hints': 'Wo andere Menschen mitspielen, gibt es keine Tipps, außer der Tisch erlaubt sie.',
  'refused.no_decision': 'Diese Partie hat keine solche Entscheidung.',
  'refused.no_training': 'Der Trainer beurteilt Züge nur in Partien gegen Bots.',
  'refused.no_link': 'Dieser Link ist ungültig, schon benutzt oder zu alt.',
  'refused.no_person': ({ seat }) =>
    (seat === undefined ? 'Ein Platz muss für einen Menschen sein.' : 'Dort sitzt niemand.'),
  'refused.no_seat': 'Diesen Platz gibt es nicht.',
  'refused.not_alone': 'Dieses Spiel haben auch andere gespielt: Blende es stattdessen aus.',
  'refused.not_asked': 'Die Frage ist nicht mehr offen.',
  'refused.not_away': 'Für dich spielt kein Bot, oder du hast den Platz aufgegeben.',
  'refused.not_begun': 'Das Spiel hat noch nicht begonnen.',
  'refused.not_over': ({ what }) => (what === 'rematch'
    ? 'Das Spiel läuft noch.' : 'Das Spiel läuft noch: Das würde Verdecktes verraten.'),
  'refused.not_seated': 'Du sitzt nicht an diesem Tisch.',
  'refused.not_your_turn': 'Du bist nicht am Zug.',
  'refused.not_yours': 'Das ist nicht dein Platz.',
  'refused.nothing': 'Es gibt nichts, was du zurücknehmen könntest.',
  'refused.one_name': 'Nur wer sich einen Bildschirm teilt, kann seinen Plätzen Namen geben.',
  'refused.over': 'Das Spiel ist zu Ende.',
  'refused.own_question': 'Gefragt sind die anderen, nicht du.',
  'refused.own_seat': 'Das ist dein eigener Platz.',
  'refused.pause_alone': 'Eine Pause gibt es nur, wo niemand sonst mitspielt.',
  'refused.pause_clock': 'Ein Spiel mit Uhr hat keine Pause.',
  'refused.present': 'So lange ist diese Person noch nicht fort.',
  'refused.ready': 'Du bist schon bereit.',
  'refused.rematched': 'Es gibt schon eine Revanche.',
  'refused.resigned': 'Dieser Platz wurde schon aufgegeben.',
  'refused.revealed': 'Seitdem wurde etwas aufgedeckt: Das lässt sich nicht zurücknehmen.',
  'refused.seated': 'Wer auf einem Platz gespielt hat, kann keinen anderen nehmen.',
  'refused.stale': 'Der Tisch hat sich geändert: Sieh noch einmal hin.',
  'refused.taken': ({ bot }) => (bot ? 'Auf diesem Platz spielt ein Bot weiter.' : 'Der Platz ist besetzt.'),
  'refused.time': 'Deine Zeit ist abgelaufen.',

  // Bots
  'refused.analysis_moves': 'Das ist zu viel für einen Tipp.',
  'refused.analysis_seconds': 'Das ist zu lange für einen Tipp.',
  'refused.bot_failed': 'Der Bot ist ausgefallen: Versuche es noch einmal oder wähle einen anderen.',
  'refused.bot_too_slow': 'Der Bot hat zu lange nachgedacht: Versuche es noch einmal.',
  'refused.bots_closed': 'Der Server startet oder wird gerade beendet: Versuche es gleich noch einmal.',
  'refused.busy': 'Der Server hat zu tun: Versuche es gleich noch einmal.',
  'refused.nothing_to_decide': 'Für diesen Platz gibt es nichts zu entscheiden.',

  // Moves, in both games
  'refused.not_a_move': 'Das ist kein Zug.',
  'refused.turn_over': 'Vorher ist dein Zug schon zu Ende',
  'refused.seen_first': 'Vorher wird etwas Verdecktes aufgedeckt: Bestätige zuerst bis dahin',
  'refused.game_over': 'Das Spiel ist zu Ende',
  'refused.not_possible': 'Das ist jetzt nicht möglich',
  'refused.first_pay': 'Wähle zuerst, wofür Gold steht, oder zahle',
  'refused.hand_full': 'Du hast schon {limit} Karten auf der Hand',
  'refused.deck_empty': 'Der Stapel der Stufe {level} ist leer',
  'refused.no_card': 'Auf {place} liegt keine Karte',
  'refused.short': ({ missing }) =>
    (missing === 1 ? 'Für diese Karte fehlt dir ein Stein' : `Für diese Karte fehlen dir ${missing} Steine`),
  'refused.no_gold_choice': 'Diese Karte lässt sich nur auf eine Weise bezahlen',
  'refused.nothing_to_pay': 'Es wird gerade nichts bezahlt',
  'refused.must_act': 'Passen darfst du nur, wenn nichts anderes möglich ist',

  // Moves of Splendor
  'refused.first_return': 'Gib zuerst Steine zurück',
  'refused.first_noble': 'Wähle zuerst einen Adligen',
  'refused.pair_needs': 'Zwei gleiche gibt es nur, wenn {need} im Vorrat liegen ({gem}: {left})',
  'refused.over_token_limit': 'Mit {more} mehr hättest du über {limit} Steine',
  'refused.no_gem': 'Diese Farbe ist nicht mehr im Vorrat: {gem}',
  'refused.token_limit': 'Du hältst schon {limit} Steine',
  'refused.take_different': 'Nimm {count} verschiedene Farben, zum Beispiel {example}',
  'refused.nothing_to_return': ({ count }) =>
    `Du hältst ${counted(count, 'Stein', 'Steine')} und musst keinen zurückgeben`,
  'refused.nobles_come': 'Adlige kommen am Ende eines Zuges von selbst',
  'refused.no_noble': 'Dort ist kein Adliger',
  'refused.nobles_enough': ({ limit }) => `Du darfst ${counted(limit, 'Adligen', 'Adlige')} haben und hast sie schon`,
  'refused.lacks_bonuses': 'Dir fehlen diese Boni: {gems}',
  'refused.one_noble_a_turn': 'In diesem Zug kam schon ein Adliger',
  'refused.no_noble_choice': 'Es gibt gerade keinen Adligen zu wählen',

  // Moves of Splendor Duel
  'refused.first_gold': 'Wähle zuerst, welches Gold du nimmst',
  'refused.first_colour': 'Wähle zuerst die Farbe der Karte',
  'refused.first_match': 'Nimm zuerst einen Stein in der Farbe der Karte',
  'refused.first_steal': 'Nimm zuerst deinem Gegner einen Stein oder eine Perle',
  'refused.first_royal': 'Wähle zuerst eine Königskarte',
  'refused.first_discard': 'Gib zuerst Steine zurück',
  'refused.no_token': 'Auf {place} liegt kein Stein',
  'refused.gold_with_reserve': 'Gold kommt nur mit einer reservierten Karte',
  'refused.not_a_line': 'Diese Steine lassen sich nicht nehmen',
  'refused.no_privilege': 'Du hast kein Privileg',
  'refused.privilege_too_late': 'Privilegien werden eingelöst, bevor das Brett gefüllt wird',
  'refused.bag_empty': 'Der Beutel ist leer',
  'refused.no_gold_on_board': 'Auf dem Brett liegt kein Gold',
  'refused.wild_needs_bonus':
    'Diese Karte nimmt eine beliebige Farbe an, und du hast keine Karte mit Bonus, zu der sie passt',
  'refused.no_wild_card': 'Es wird gerade keine Karte gekauft, deren Farbe zu wählen ist',
  'refused.no_token_due': 'Keine gekaufte Karte gibt dir jetzt einen Stein',
  'refused.no_royal_due': ({ crowns }) =>
    `Du hast ${counted(crowns, 'Krone', 'Kronen')}, und dir steht keine Königskarte zu`,
  'refused.discard_later': 'Überzählige Steine (mehr als {limit}) gibst du erst am Ende des Zuges zurück',
  'refused.nothing_to_discard': ({ count }) =>
    `Du hältst ${counted(count, 'Stein', 'Steine')} und musst keinen zurückgeben`,
};
