/** German: my games, and the next level. */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  me: 'Meine Spiele', 'me.parts': 'Teile dieser Seite',
  'me.save': 'Alle Spiele sichern', 'me.saving': ({ count }) => `${counted(count, 'Spiel', 'Spiele')} …`,
  'me.saved': ({ count }) => `${counted(count, 'Spiel', 'Spiele')} gesichert.`,
  'me.recording': 'Frühere Spiele werden noch gelesen: Die Zahlen wachsen noch.',
  'me.none': 'Noch kein beendetes Spiel',
  'me.none.about': 'Spiel eine Partie zu Ende, dann beginnt diese Seite.',
  'me.play': 'Spiel auswählen',
  'me.promise.rating': 'Eine Wertung', 'me.promise.rating.about': 'Ab dem fünften Spiel, auf der Skala der Bots.',
  'me.promise.levels': 'Der passende Gegner', 'me.promise.levels.about': 'Nach jedem Spiel eine Stufe, die zu dir passt.',
  'me.promise.keep': 'Alles bleibt', 'me.promise.keep.about': 'Jedes Spiel mit Wiederholung, zum Sichern oder Löschen.',

  'me.games': ({ count }) => counted(count, 'Spiel', 'Spiele'),
  'me.won': 'gewonnen', 'me.shared': 'geteilt', 'me.lost': 'verloren',
  'me.share': '{share} Prozent gewonnen', 'me.wonShare': 'Anteil gewonnen',
  'me.now': 'Zurzeit', 'me.longest': 'Meiste Siege in Folge',
  'me.streak.won': ({ count }) => (count === 1 ? 'ein Sieg' : `${count} Siege in Folge`),
  'me.streak.shared': ({ count }) => (count === 1 ? 'ein geteilter Sieg' : `${count} geteilte Siege in Folge`),
  'me.streak.lost': ({ count }) => (count === 1 ? 'eine Niederlage' : `${count} Niederlagen in Folge`),

  'me.ratings': 'Wertung', 'me.scale': 'zufällige Züge sind 0',
  'me.kind': ({ game, players }) => `${game} zu ${['', 'eins', 'zweit', 'dritt', 'viert'][players] ?? players}`,
  'me.ratedGames': ({ count }) => counted(count, 'gewertetes Spiel', 'gewertete Spiele'),
  'me.missing': ({ count }) => `noch ${count}`,
  'me.missing.about': ({ count }) => `Noch ${count === 1 ? 'ein Spiel' : `${count} Spiele`} bis zur Wertung.`,
  'me.unrated': 'Ein Spiel, das zählt, gibt dir eine Wertung: gegen eine Stufe oder gegen andere.',
  'me.like': 'Etwa so stark wie {level}.',
  'me.counts': 'Spiele mit Tipps, zurückgenommenen Zügen oder Abzweigungen zählen nicht. ± ist ein 95-%-Intervall.',
  'me.chart': ({ game, from, to, interval, count }) =>
    `Wertung in ${game} über ${counted(count, 'Spiel', 'Spiele')}: von ${from} bis ${to}, plus oder minus ${interval}.`,
  'me.rating': 'Wertung', 'me.game': 'Spiel', 'me.when': 'Wann',

  'me.results': 'Ergebnisse', 'me.noResults': 'Keine Ergebnisse mit diesen Filtern.',
  'me.against': 'Gegen', 'me.against.bots': 'Bots', 'me.against.people': 'Menschen', 'me.against.here': 'an einem Bildschirm',
  'me.averages': 'Im Lauf der Zeit', 'me.noAverages': 'Ab dem zweiten Spiel.',
  'me.average.points': 'Punkte pro Spiel', 'me.average.rounds': 'Runden pro Spiel',
  'me.average.label': '{what}: im Schnitt von {from} bis {to}.',
  'me.points': 'Punkte', 'me.rounds': 'Runden',

  'me.list': 'Spiele', 'me.all': 'Alle', 'me.players': 'Spieler', 'me.level': 'Stufe', 'me.result': 'Ergebnis',
  'me.hidden': 'Ausgeblendete Spiele', 'me.noGames': 'Keine Spiele mit diesen Filtern.',
  'me.result.won': 'gewonnen', 'me.result.shared': 'geteilt', 'me.result.lost': 'verloren',
  'me.result.none': 'ohne Ergebnis', 'me.result.unreadable': 'Lässt sich nicht öffnen',
  'me.inRounds': ({ count }) => counted(count, 'Runde', 'Runden'),
  'me.counted': 'zählt',
  'me.help.hint': 'Tipp', 'me.help.undo': 'zurückgenommen', 'me.help.fork': 'Abzweigung', 'me.help.position': 'aus einer Stellung',
  'me.help.options': 'andere Regeln', 'me.help.weakened': 'ausgelastete Bots', 'me.help.replaced': 'ein Bot sprang ein',
  'me.help.unrated': 'ohne Wertung', 'me.help.undecided': 'ohne Ergebnis',
  'me.more': 'Mehr zum Spiel mit {names}', 'me.hide': 'Ausblenden', 'me.show': 'Wieder zeigen', 'me.delete': 'Löschen …',
  'me.delete.title': 'Dieses Spiel löschen?',
  'me.delete.about': 'Das Spiel vom {day} ist dann samt Wiederholung endgültig weg. Deine Wertung bleibt, wie sie ist.',
  'me.delete.yes': 'Löschen', 'me.keep': 'Behalten',

  // After a game
  'next.try': 'Versuch es mit {level}',
  'next.why.won': ({ of, count }) => `${of} hast du ${count === 2 ? 'zweimal' : `${count}-mal`} geschlagen`,
  'next.why.lost': ({ of }) => `${of} war dreimal schwer`,
  'next.why.easy': ({ of }) => `${of} war zu leicht`,
  'next.why.hard': ({ of }) => `${of} war zu schwer`,
  'next.asks': 'War {level} ein guter Gegner?',
  'next.easy': 'Zu leicht', 'next.right': 'Genau richtig', 'next.hard': 'Zu schwer',
  'next.thanks': 'Danke. Nächstes Mal: {level}.',
  'next.suits': 'Passt zu dir, nach deinen letzten Spielen.', 'next.first': 'Ein guter Gegner für das erste Spiel.',
  habits: 'Gewohnheiten', 'habits.none': 'Lass eine Partie analysieren, dann beginnt dieser Teil: Genauigkeit, Glück und was am meisten kostet.',
};
