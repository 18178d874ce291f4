/** German: Splendor Duel. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  pyramid: 'Pyramide', pt: 'P', boardBox: 'Brett und Beutel', board: 'Brett: Pfeiltasten bewegen, die Leertaste wählt',
  'duel.pass': 'Passen',

  royals: 'Königs\u00adkarten', 'royals.when': 'bei 3, 6 Kronen',
  royalCard: 'Königskarte: {points}, {text}',
  'royal.steal': 'Stein nehmen', 'royal.again': 'noch ein Zug', 'royal.privilege': 'Privileg',
  'royal.none': 'ohne Fähigkeit',
  'royal.yours': 'deine', 'royal.of': '{name}',
  wonRoyal: 'Königskarte: {what}',
  'royal.gives': '{points}, {text}',

  privileges: ({ count }) => counted(count, 'Privileg', 'Privilegien'),
  'privileges.table': ({ count }) => `${counted(count, 'Privileg', 'Privilegien')} über dem Brett`,
  usePrivilege: 'Ein Privileg einlösen: Nimm einen Edelstein oder eine Perle',
  bag: ({ count, words }) =>
    (count ? `Beutel mit ${counted(count, 'Stein', 'Steinen')} (${words}): Brett füllen` : 'Der Beutel ist leer'),
  'cell.empty': 'leer, Nummer {number} der Spirale',
  'cell.on': 'gewählt', 'cell.used': 'mit einem Privileg genommen', 'cell.was': 'eben genommen', 'cell.fresh': 'neu',
  'cell.choice': 'wählbar',

  'ring.points': 'Punkte', 'ring.crowns': 'Kronen', 'ring.colour': 'eine Farbe', ofGoal: '{value} von {goal}',
  colourPoints: ({ count }) => `${counted(count, 'Punkt', 'Punkte')} auf ihren Karten`,

  'duel.prompt.choose': 'Ziehe eine Linie oder klicke auf eine Karte',
  'duel.prompt.orFill': 'Ziehe eine Linie, klicke auf eine Karte oder fülle das Brett mit einem Klick auf den Beutel',
  'duel.prompt.filled': 'Das Brett ist gefüllt. Nimm jetzt eine Linie, reserviere oder kaufe',
  'duel.prompt.mustFill': 'Sonst ist nichts möglich: Fülle das Brett mit einem Klick auf den Beutel',
  'duel.prompt.privilege': 'Dein Privileg: Wähle einen Edelstein oder eine Perle auf dem Brett',
  'duel.prompt.gold': 'Wähle, welche Karte oder welchen Stapel du mit diesem Gold reservierst',

  'wild.choose': 'dann eine deiner Farben dafür wählen',
  'wild.none': 'braucht eine Farbe, die du hast, und du hast keine',

  'duel.do.take': 'Nimm', 'duel.do.buy': 'Kaufe', 'duel.do.reserve': 'Reserviere', 'duel.do.fill': 'Brett füllen',
  'duel.do.action': 'Dann deine Aktion',
  'duel.do.return': 'Ablegen', 'duel.do.gold-at': 'Welches Gold?', 'duel.do.colour': 'Welche Farbe?',
  'duel.do.match': 'Welcher Stein?',
  'duel.do.steal': 'Welcher Stein?', 'duel.do.royal': 'Welche Königskarte?',
  'duel.choose.colour': 'Die Karte zählt als {gem}', 'duel.choose.steal': '{gem} von {name} nehmen',

  'duel.note.three': 'Drei gleiche:', 'duel.note.pearls': 'Zwei Perlen:', 'duel.note.fill': 'Für das gefüllte Brett',
  'duel.note.privilege': '{name} nimmt ein Privileg.', 'duel.note.yourPrivilege': '{name} nimmt ein Privileg von dir.',
  'duel.note.full': '{name} hat alle {count} Privilegien und bekommt keines.',
  'duel.note.over': '{count} Steine. Lege {more} davon ab: Klicke sie an.',
  'duel.note.wins': 'Du gewinnst {how}!', 'duel.note.royal': 'Eine Königskarte kommt zu dir.',
  'duel.note.aRoyal': 'eine Königskarte',
  'duel.note.ability.again': 'Du bist noch einmal am Zug.',
  'duel.note.ability.take': 'Du nimmst einen Stein ihrer Farbe.',
  'duel.note.ability.steal': 'Du nimmst dem Gegner einen Stein.',
  'duel.note.ability.privilege': 'Du nimmst ein Privileg.',
  'duel.note.lost': 'Ihre Fähigkeit bringt jetzt nichts.',
  'duel.note.then': 'Dann', 'duel.note.buyable': 'Dann kannst du kaufen:',

  'keys.ends': 'auf dem Brett: zum Anfang und zum Ende der Reihe',

  'duel.why.hole': 'Auf {space} liegt kein Stein',
  'duel.why.privilege': 'Ein Privileg nimmt einen Edelstein oder eine Perle, nie Gold',
  'duel.why.noGem': 'Es gibt keinen Edelstein und keine Perle für ein Privileg',
  'duel.why.afterFill': 'Privilegien werden eingelöst, bevor das Brett gefüllt wird, nicht danach',
  'duel.why.gold': 'Gold kommt mit einer reservierten Karte, und du hältst höchstens drei',
  'duel.why.line': 'Nimm bis zu drei Edelsteine oder Perlen nebeneinander in gerader Linie, ohne Lücken und Gold',
  'duel.why.royal': 'Königskarten kommen mit der dritten und der sechsten Krone',
};
