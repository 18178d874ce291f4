/** English: the pages of puzzles. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  puzzle: 'Puzzle', 'puzzles.stream': 'Stream', 'puzzles.mode.daily': 'Daily', 'puzzles.mode.stream': 'Stream',
  'puzzle.turn': 'Puzzle · you to move', 'puzzle.opponent': 'Opponent', 'puzzle.opponents': 'Opponent {number}',

  'puzzle.task.mixed': 'Find the best move', 'puzzle.task.own': 'Find the best move: you saved this position', 'puzzle.kind.own': 'Your own', 'puzzle.task.win': 'Win this turn', 'puzzle.task.force': 'Win by force',
  'puzzle.task.purchase': 'Find the best purchase', 'puzzle.task.defence': 'Defend: what must you prevent?',
  'puzzle.task.royal': 'Go for a royal card', 'puzzle.task.crowns': 'Crowns decide', 'puzzle.task.colour': 'One colour decides',
  'puzzle.task.privilege': 'Privileges decide',
  'puzzle.kind.win': 'Win this turn', 'puzzle.kind.force': 'Win by force', 'puzzle.kind.purchase': 'Best purchase',
  'puzzle.kind.defence': 'Defend and deny', 'puzzle.kind.royal': 'Royal card', 'puzzle.kind.crowns': 'Ten crowns',
  'puzzle.kind.colour': 'One colour', 'puzzle.kind.privilege': 'Privileges',
  'puzzle.points': ({ mine, others }) => `You have ${counted(mine, 'point')}, ${others.length > 1 ? `the others ${others.join(', ')}` : `the other ${others[0]}`}.`,
  'puzzle.last': 'You are the last in this round.', 'puzzle.back': 'This one has come back: you did not find it at first.',
  'puzzle.how': 'Make your move on the table. The first try counts for the rating; after it you may go on trying.',
  'puzzle.how.again': 'Make your move on the table. You have tried this one before: nothing counts any more.',

  'puzzle.wrong': 'Not yet.', 'puzzle.wrong.plain': 'There is something better.',
  'puzzle.wrong.chances': 'It leaves you {after} % instead of {chance} %.',
  'puzzle.right': 'Solved.', 'puzzle.right.proven': 'That wins, and it is proven.',
  'puzzle.right.chance': '{chance} % with it, {next} % with the best other move.',
  'puzzle.right.daily': 'That was today’s. The stream goes on.',
  'puzzle.today': 'That was today’s.', 'puzzle.today.about': 'The stream goes on; the next daily puzzle comes at midnight (UTC).',
  'puzzle.none': ({ count }) => `None of these is left (${count} in all).`, 'puzzle.none.about': 'Choose other kinds, or come back tomorrow for the daily one.',
  'puzzle.best': 'best', 'puzzle.line': 'How it goes on', 'puzzle.line.show': 'Show the table after this move',
  'puzzle.finders': 'Who finds it at once', 'puzzle.difficulty': 'difficulty {rating}',
  'puzzle.show': 'Show the solution', 'puzzle.next': 'Next puzzle', 'puzzle.copy': 'Copy link', 'puzzle.explore': 'Explore', 'puzzle.fold': 'Show the task',

  'puzzle.rating': 'puzzle rating', 'puzzle.rating.none': 'The first try at a puzzle gives you a rating.',
  'puzzle.rating.about': '{rating} ± {interval}, on the scale of the bots: random moves are 0',
  'puzzle.days': 'days running', 'puzzle.solved': 'solved', 'puzzle.week': 'The last seven days',
  'puzzle.day.found': 'solved', 'puzzle.day.near': 'solved with help', 'puzzle.day.shown': 'shown', 'puzzle.day.open': 'not solved',
  'puzzle.kinds': 'Kinds in your stream', 'puzzle.kinds.mixed': 'mixed', 'puzzle.kinds.some': '{count} chosen',
  'puzzle.games': 'Games in your stream', 'puzzle.games.all': 'Both games',
};
