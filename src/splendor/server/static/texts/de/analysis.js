/** Deutsch: das Analysebrett. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  'analysis.new': 'Ein neues Brett', 'analysis.round': 'Runde {round}', 'analysis.seat.0': 'Gold', 'analysis.seat.1': 'Violett', 'analysis.seat.2': 'Türkis', 'analysis.seat.3': 'Orange',
  'analysis.knew': 'Was bekannt war', 'analysis.open.all': 'Alles', 'analysis.players': ({ count }) => counted(count, 'Spieler', 'Spieler'),
  'analysis.open': 'Öffnen', 'analysis.open.text': 'Eine Stellung als Text', 'analysis.open.do': 'Diese Stellung öffnen', 'analysis.open.new': 'Oder eine Partie beginnen, mit so vielen Spielern',
  'analysis.copy': 'Stellung kopieren', 'analysis.copy.not': 'Hier lässt sie sich nicht kopieren',
  'analysis.tab.best': 'Beste Züge', 'analysis.tab.all': 'Alle Züge', 'analysis.tab.lines': 'Varianten',

  'analysis.meter': 'Gewinnchancen', 'analysis.meter.empty': 'nicht bekannt', 'analysis.chance': '{name} {chance} %',
  'analysis.engine': 'Der Computer denkt', 'analysis.longer': 'länger denken', 'analysis.games': ({ games }) => `${games} Partien`,
  'analysis.state.off': 'aus', 'analysis.state.thinking': 'denkt', 'analysis.state.done': 'fertig', 'analysis.state.paused': 'Pause', 'analysis.state.busy': 'Der Computer ist beschäftigt',
  'analysis.state.over': 'die Partie ist zu Ende', 'analysis.state.waits': 'wartet',
  'analysis.state.off.about': 'Der Computer ist aus. Schalte ihn ein, um die Chancen zu sehen.', 'analysis.state.thinking.about': 'Denkt nach …', 'analysis.state.done.about': 'Nichts gefunden.',
  'analysis.state.paused.about': 'Pause, solange niemand hinsieht.', 'analysis.state.busy.about': 'Der Computer ist mit Partien beschäftigt. Es geht von selbst weiter.',
  'analysis.state.over.about': 'Hier ist die Partie zu Ende.', 'analysis.state.waits.about': 'Es beginnt, sobald dies eine Stellung ist.',
  'analysis.told': 'Am besten: {move}, {chance} Prozent.',
  'analysis.best': 'Beste Züge', 'analysis.then': 'dann', 'analysis.why': 'Warum der erste', 'analysis.why.about': 'Tatsachen, aus den Regeln',
  'analysis.all': 'Alle Züge', 'analysis.all.about': ({ legal, well }) => `${legal} erlaubt, ${well} gut untersucht`, 'analysis.played': 'gespielt',

  'analysis.lines': 'Varianten', 'analysis.lines.game': 'die Partie, und was du versuchst', 'analysis.lines.own': 'was du versuchst', 'analysis.along': 'entlang', 'analysis.between': 'zwischen Varianten',
  'analysis.backToGame': 'Zurück zur Partie', 'analysis.game': 'Die Partie', 'analysis.try': 'Dein Versuch {number}', 'analysis.start': 'Anfang',
  'analysis.picked': 'Dein Zug', 'analysis.picked.more': 'und {count} weitere', 'analysis.picked.clear': 'Löschen', 'analysis.noMove': 'Kein erlaubter Zug tut das jetzt',
  'analysis.pick': 'Wählen: {what}', 'analysis.thing.noble': 'Adliger {number}', 'analysis.thing.hand': 'reservierte Karte {number}', 'analysis.thing.card': 'Karte {which}',
  'analysis.thing.space': 'Feld {which}', 'analysis.thing.royal': 'Königskarte {which}', 'analysis.thing.deck': 'Stapel {which}', 'analysis.thing.seat': 'Spieler {which}',
  'analysis.swap': 'Klicke zwei Chips an: Sie tauschen die Plätze', 'analysis.tokenOn': '{gem} auf {space}',
  'analysis.drawn': 'Aufgedeckt, neu gegeben', 'analysis.deal': 'Neu geben', 'analysis.chooseCard': 'Karte wählen', 'analysis.full': 'Für weitere Versuche ist kein Platz: öffne die Stellung neu',

  'analysis.play.game': 'Ein neuer Tisch setzt die Partie hier fort, mit denselben Stapeln.', 'analysis.play.position': 'Ein neuer Tisch beginnt mit dieser Stellung. Was niemand gesehen hat, wird neu gegeben.',
  'analysis.play.unrated': 'Für die Wertung zählt das nicht.',

  'analysis.key.along': 'die Variante entlang', 'analysis.key.between': 'zwischen Varianten', 'analysis.key.ends': 'erste und letzte Stellung', 'analysis.key.play': 'einen der besten Züge spielen',
  'analysis.key.enter': 'spielen, was gewählt ist', 'analysis.key.engine': 'den Computer aus- und einschalten; dann sagt er, was er gefunden hat', 'analysis.key.deal': 'die letzte Karte neu geben',
  'analysis.key.lay': 'was bekannt war, oder alles', 'analysis.key.setup': 'eine Stellung aufbauen', 'analysis.key.copy': 'die Stellung kopieren', 'analysis.key.open': 'eine Stellung öffnen',
  'analysis.key.playOn': 'von hier weiterspielen', 'analysis.key.help': 'diese Tasten',

  'analysis.setup': 'Stellung aufbauen', 'analysis.setup.back': 'Zurück zu den Varianten', 'analysis.setup.good': 'Das ist eine Stellung.', 'analysis.setup.notYet': 'Noch keine Stellung.',
  'analysis.setup.analyse': 'Analysieren', 'analysis.setup.empty': 'Leerer Tisch', 'analysis.position': 'Die Stellung', 'analysis.asText': 'Als Text',
  'analysis.setup.game': 'Spiel', 'analysis.setup.players': 'Spieler', 'analysis.setup.turn': 'Am Zug', 'analysis.setup.start': 'Begann die Runde', 'analysis.setup.round': 'Runde',
  'analysis.setup.supply': 'Vorrat', 'analysis.setup.bag': 'Beutel', 'analysis.setup.about': 'Klicke auf einen Platz am Tisch und wähle, was dort liegt. Chips gehen von hier zu einem Spieler und zurück.',
  'analysis.setup.fromBag': 'Ein Chip kommt aus dem Beutel und geht dorthin zurück.', 'analysis.setup.level': 'Stufe', 'analysis.setup.colour': 'Farbe', 'analysis.setup.owner': 'Gehört',
  'analysis.setup.onTable': 'niemandem', 'analysis.setup.nothing': 'nichts', 'analysis.setup.bought': 'Gekauft:', 'analysis.setup.privileges': 'Privilegien',
  'analysis.less': 'Eins weniger: {name}', 'analysis.more': 'Eins mehr: {name}', 'analysis.colour.X': 'jede Farbe', 'analysis.colour.N': 'keine Farbe',
  'analysis.place.card': 'Platz {which}', 'analysis.place.hand': 'Hand von {name}, Karte {number}', 'analysis.place.seat': 'Karten und Chips von {name}', 'analysis.place.space': 'Feld {which}',
  'analysis.place.royal': 'Königskarte {which}', 'analysis.place.stock': 'Vorrat: {gem}',

  'analysis.checks': 'Prüfungen', 'analysis.check.holds': 'stimmt', 'analysis.check.wrong': 'etwas stimmt nicht', 'analysis.check.text': 'der Text ist lesbar', 'analysis.check.tokens': 'so viele Chips, wie das Spiel hat',
  'analysis.check.cards': 'jede Karte nur an einem Platz', 'analysis.check.market': 'kein Platz ist leer, solange der Stapel Karten hat', 'analysis.check.nobles': 'jeder Adlige einmal',
  'analysis.check.held': 'höchstens zehn Chips bei jedem', 'analysis.check.turn': 'jemand kann ziehen, niemand hat gewonnen', 'analysis.check.royals': 'jede Königskarte einmal', 'analysis.check.privileges': 'drei Privilegien',
  'analysis.check.wilds': 'Joker-Karten liegen auf einer Farbe', 'analysis.check.crowns': 'Königskarten folgen aus den Kronen', 'analysis.check.whole': 'sie lässt sich spielen',
  'refused.no_draw': 'Diese Karten oder Chips können jetzt nicht kommen.',
  'analysis.noPosition': 'Der Text ist keine Stellung. Genauer, auf Englisch:', 'refused.position_text': 'Der Text ist keine Stellung. Genauer, auf Englisch: „{detail}“.',
  'refused.position_word': 'Der Text ist keine Stellung: „{word}“ ist kein Feld.', 'refused.position_field_twice': 'Der Text ist keine Stellung: Das Feld „{field}“ steht zweimal da.',
  'refused.position_field_missing': 'Der Text ist keine Stellung: Das Feld „{field}“ fehlt.', 'refused.position_rules': 'Der Text ist keine Stellung: Die Regeln „{rules}“ gibt es nicht.',
  'refused.position_unknown': 'Der Text verdeckt Karten: Dann beginnt er mit „view=“ und dem Platz, der am Zug ist.', 'refused.position_no_seat': 'Der Text ist keine Stellung: „view=“ nennt einen Platz, den es nicht gibt.',
  'refused.position_own_hand': ({ seat }) => `${seat} kennt die eigene Hand: „view=“ muss zu den verdeckten Karten passen.`,
  'refused.position_tokens': ({ gem, found, total }) => `${gem}: ${found} statt ${total}.`,
  'refused.position_card_twice': 'Diese Karte liegt an zwei Plätzen: {card}.', 'refused.position_level': 'Stufe {level} hat {found} Karten.', 'refused.position_empty': 'Ein Platz der Stufe {level} ist leer.',
  'refused.position_noble_twice': 'Ein Adliger ist doppelt da.', 'refused.position_held': ({ seat, count }) => `${seat} hat ${count} Chips.`, 'refused.position_stuck': 'Wer am Zug ist, kann nichts tun.',
  'refused.position_end': 'Hier wäre die Partie zu Ende.', 'refused.position_royal': 'Eine Königskarte fehlt.', 'refused.position_privileges': 'Es sind {found} Privilegien statt {total}.',
  'refused.position_wild': ({ seat, card }) => `${seat} hat keine Karte, auf der diese liegen kann: ${card}.`, 'refused.position_crowns': ({ seat, crowns, royals }) => `${seat} hat ${crowns} Kronen und ${royals} Königskarten.`,
  'refused.position_won': ({ seat }) => `${seat} hat schon gewonnen.`,
};
