/** German: the pages of puzzles. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  puzzle: 'Rätsel', 'puzzles.stream': 'Reihe', 'puzzles.mode.daily': 'Täglich', 'puzzles.mode.stream': 'Reihe',
  'puzzle.turn': 'Rätsel · du bist am Zug', 'puzzle.opponent': 'Gegner', 'puzzle.opponents': 'Gegner {number}',

  'puzzle.task.mixed': 'Finde den besten Zug', 'puzzle.task.own': 'Finde den besten Zug: du hast diese Stellung gespeichert', 'puzzle.kind.own': 'Deine eigenen', 'puzzle.task.win': 'Gewinne in diesem Zug', 'puzzle.task.force': 'Erzwinge den Sieg',
  'puzzle.task.purchase': 'Finde den besten Kauf', 'puzzle.task.defence': 'Verteidige: Was musst du verhindern?',
  'puzzle.task.royal': 'Hol dir eine Königskarte', 'puzzle.task.crowns': 'Kronen entscheiden', 'puzzle.task.colour': 'Eine Farbe entscheidet',
  'puzzle.task.privilege': 'Privilegien entscheiden',
  'puzzle.kind.win': 'Sieg in einem Zug', 'puzzle.kind.force': 'Erzwungener Sieg', 'puzzle.kind.purchase': 'Bester Kauf',
  'puzzle.kind.defence': 'Verteidigen', 'puzzle.kind.royal': 'Königskarte', 'puzzle.kind.crowns': 'Zehn Kronen',
  'puzzle.kind.colour': 'Eine Farbe', 'puzzle.kind.privilege': 'Privilegien',
  'puzzle.points': ({ mine, others }) => `Du hast ${counted(mine, 'Punkt', 'Punkte')}, ${others.length > 1 ? `die anderen ${others.join(', ')}` : `dein Gegner ${others[0]}`}.`,
  'puzzle.last': 'Du bist in dieser Runde als Letzter dran.', 'puzzle.back': 'Dieses kommt wieder: Du hast es beim ersten Mal nicht gefunden.',
  'puzzle.how': 'Mach deinen Zug auf dem Tisch. Der erste Versuch zählt für die Wertung; danach kannst du weiterprobieren.',
  'puzzle.how.again': 'Mach deinen Zug auf dem Tisch. Du hast dieses schon versucht: Es zählt nichts mehr.',

  'puzzle.wrong': 'Noch nicht.', 'puzzle.wrong.plain': 'Es gibt etwas Besseres.',
  'puzzle.wrong.chances': 'Damit hast du {after} % statt {chance} %.',
  'puzzle.right': 'Gelöst.', 'puzzle.right.proven': 'Das gewinnt, und es ist bewiesen.',
  'puzzle.right.chance': '{chance} % damit, {next} % mit dem besten anderen Zug.',
  'puzzle.right.daily': 'Das war das heutige. Die Reihe geht weiter.',
  'puzzle.today': 'Das war das heutige.', 'puzzle.today.about': 'Die Reihe geht weiter; das nächste tägliche kommt um Mitternacht (UTC).',
  'puzzle.none': ({ count }) => `Davon ist keines mehr übrig (${count} insgesamt).`, 'puzzle.none.about': 'Wähle andere Arten, oder komm morgen zum täglichen wieder.',
  'puzzle.best': 'beste', 'puzzle.line': 'Wie es weitergeht', 'puzzle.line.show': 'Den Tisch nach diesem Zug zeigen',
  'puzzle.finders': 'Wer es sofort findet', 'puzzle.difficulty': 'Schwierigkeit {rating}',
  'puzzle.show': 'Lösung zeigen', 'puzzle.next': 'Nächstes Rätsel', 'puzzle.copy': 'Link kopieren', 'puzzle.explore': 'Erkunden', 'puzzle.fold': 'Aufgabe zeigen',

  'puzzle.rating': 'Rätselwertung', 'puzzle.rating.none': 'Der erste Versuch an einem Rätsel gibt dir eine Wertung.',
  'puzzle.rating.about': '{rating} ± {interval}, auf der Skala der Bots: zufällige Züge sind 0',
  'puzzle.days': 'Tage in Folge', 'puzzle.solved': 'gelöst', 'puzzle.week': 'Die letzten sieben Tage',
  'puzzle.day.found': 'gelöst', 'puzzle.day.near': 'mit Hilfe gelöst', 'puzzle.day.shown': 'gezeigt', 'puzzle.day.open': 'nicht gelöst',
  'puzzle.kinds': 'Arten in deiner Reihe', 'puzzle.kinds.mixed': 'gemischt', 'puzzle.kinds.some': '{count} gewählt',
  'puzzle.games': 'Spiele in deiner Reihe', 'puzzle.games.all': 'Beide Spiele',
};
