/** German: the page of reviews, and the reasons of slips. */

import { counted } from './table.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  review: 'Analyse', 'review.table': 'Der Tisch vor diesem Zug', 'review.shows': 'Was der Tisch zeigt',
  'review.knew': 'Was man wusste', 'review.lay': 'Was dort lag',
  'review.lay.about': 'Blau gestrichelt: die nächste Karte jedes Stapels und verdeckte Handkarten. Keine Zahl benutzt sie.',
  'review.next': 'nächste', 'review.learn': 'Aus Fehlern lernen', 'review.nextSlip': 'Nächster Patzer',
  'review.onlyLook': 'Dies ist eine Analyse: „Ab hier weiterspielen“ öffnet einen Tisch',
  'review.first': 'Erster Zug', 'review.previous': 'Voriger Zug', 'review.forward': 'Nächster Zug', 'review.last': 'Letzter Zug',
  'review.eyes': 'Mit wessen Augen?', 'review.eyes.about': 'Jede Zahl gilt für eine Person, nach dem, was sie wusste.',
  'review.tabs': 'Teile dieser Seite', 'review.tab.move': 'Dieser Zug', 'review.tab.moves': 'Züge', 'review.tab.account': 'Rechnung',

  'slip.inaccuracy': 'Ungenauigkeit', 'slip.mistake': 'Fehler', 'slip.blunder': 'Grober Fehler',
  'slip.inaccuracy.small': 'Ungenauigkeit', 'slip.mistake.small': 'Fehler', 'slip.blunder.small': 'grober Fehler',
  'review.slip': 'Patzer', 'review.luckOfCard': 'Glück einer neuen Karte',
  'review.luck.is': ({ points }) => (points > 0 ? `Glück ${points}` : `Pech ${-points}`),
  'review.proven': 'bewiesen',

  'review.account': 'Die Rechnung', 'review.player': 'Person', 'review.accuracy': 'Genauigkeit', 'review.given': 'verschenkt', 'review.luck': 'Glück',
  'review.account.won': 'wie aus {even} % ein Sieg wurde', 'review.account.lost': 'wie aus {even} % eine Niederlage wurde',
  'review.account.shared': 'wie aus {even} % ein geteiltes Spiel wurde',
  'review.account.part': ({ count }) => `bisher ${counted(count, 'Zug beurteilt', 'Züge beurteilt')}`,
  'review.flow.yours': 'deine Patzer', 'review.flow.own': 'eigene Patzer', 'review.flow.luck': 'Glück', 'review.flow.others': 'Patzer der anderen',
  'review.sum.even': 'gleich', 'review.sum.others': 'Patzer der anderen', 'review.sum.you': 'du', 'review.sum.rest': 'Rest',
  'review.sum.won': 'gewonnen', 'review.sum.lost': 'verloren', 'review.sum.shared': 'geteilt', 'review.sum.now': 'jetzt',
  'review.remainder': '{points}: hier hat die Analyse ihre Meinung geändert.',

  'review.decision': 'Dieser Zug', 'review.round': ({ round, last }) => (last ? `Runde ${round} von ${last}` : `Runde ${round}`),
  'review.youPlayed': 'Du hast gespielt', 'review.played': '{name} hat gespielt', 'review.better': 'Besser',
  'review.noSlip': 'Kein Patzer', 'review.noSlip.about': 'Der beste Zug, oder einer, der sich nicht von ihm unterscheiden lässt.',
  'review.notJudged': 'Dieser Zug ist noch nicht beurteilt.', 'review.soon': 'Dieser Zug wird gleich beurteilt.',
  'review.tooShort': 'Zu kurz zum Beurteilen.', 'review.noTurns': 'Niemand hat gezogen.',
  'review.hint': 'Tipp', 'review.hinted': 'Mit einem Tipp: zählt nicht für die Genauigkeit',
  'review.do.buy': 'kaufen:', 'review.do.reserve': 'reservieren:', 'review.aCard': 'eine Karte',
  'review.line': 'Die wahrscheinliche Folge', 'review.line.forward': 'Folge vor', 'review.line.back': 'Folge zurück',
  'review.depends': 'dann hängt es von der neuen Karte ab',
  'review.near': 'Fast so gut:',
  'review.nearMore': ({ count }) => (count === 1 ? 'Ein weiterer Zug lässt sich nicht unterscheiden.' : `${count} weitere Züge lassen sich nicht unterscheiden.`),
  'review.try': 'Selbst versuchen', 'review.flag.played': 'GESPIELT', 'review.flag.best': 'BESTER',
  'review.said.played': '{who}: {move}, {chance} Prozent.', 'review.said.better': 'Besser: {move}, {chance} Prozent.',
  'review.said.because': 'Denn: {why}.',

  'review.moves': 'Züge', 'review.filter': 'Welche Züge', 'review.filter.mine': 'Meine', 'review.filter.all': 'Alle', 'review.filter.slips': 'Patzer',
  'review.progress': 'Beurteilte Züge', 'review.done': '{judged} von {decisions} Zügen', 'review.about': 'etwa {seconds} s',
  'review.stop': 'Anhalten', 'review.goOn': 'Weiter', 'review.again': 'Neu machen',
  'review.all': 'alle {decisions} beurteilt · je {simulations} Partien',
  'review.stopped': 'Nach {judged} von {decisions} Zügen angehalten. Was hier steht, stimmt.',

  'review.chances': 'Gewinnchancen', 'review.lane.slips': 'Patzer', 'review.chart.none': 'Noch ist nichts beurteilt.',
  'review.chart.says': 'Gewinnchancen von {name}: von {from} bis {to} Prozent, mindestens {least}, höchstens {most}.',

  'review.keys': 'Tasten', 'review.key.turn': 'Zug für Zug', 'review.key.ends': 'erster und letzter Zug', 'review.key.slip': 'nächster Patzer',
  'review.key.slipBack': 'voriger Patzer', 'review.key.line': 'Folge vor', 'review.key.back': 'Folge zurück',
  'review.key.lay': 'was man wusste, was dort lag', 'review.key.try': 'selbst versuchen', 'review.key.play': 'ab hier weiterspielen',
  'review.key.moves': 'Liste der Züge', 'review.key.help': 'diese Tasten',

  // Reasons: {card}, {gem}, {noble} and {who} become pictures
  'because.wins': 'gewinnt das Spiel', 'because.reaches': 'erreicht {points} Punkte',
  'because.could_end': '{who} kann das Spiel mit {card} beenden',
  'because.scores': ({ points, all }) => (points === 1 ? `ein Punkt mehr: ${all}` : `${points} Punkte mehr: ${all}`),
  'because.no_points': 'keine Punkte in diesem Zug', 'because.one_short': 'ein Punkt fehlt bis {target}',
  'because.noble': '{noble} kommt: {points} Punkte', 'because.near_noble': 'für {noble} fehlt ein {gem}',
  'because.then_buys': 'dann ist {card} zu kaufen', 'because.nearly_buys': '{missing} fehlen für {card}',
  'because.still_short': 'noch {missing} fehlen für {card}', 'because.denies': 'nimmt {who} die Karte {card}',
  'because.opponent_buys': '{who} kann als Nächstes {card} kaufen', 'because.first_bonus': 'der erste Bonus {gem}',
  'because.takes_last': 'nimmt das letzte {gem}', 'because.many_tokens': '{tokens} Steine auf der Hand',
  'because.returns': ({ tokens, count }) => `${tokens} Steine: ${count === 1 ? 'einer muss' : `${count} müssen`} zurück`,
  'because.royal': '{crowns} Kronen: eine Adelskarte ({royal})', 'because.crowns': '{crowns} von {target} Kronen',
  'because.colour': '{points} von {target} Punkten in {gem}', 'because.again': 'noch ein Zug',
  'because.pearls': ({ count }) => (count === 1 ? 'nimmt eine Perle' : `nimmt ${count} Perlen`),
  'because.steals': 'nimmt {who} ein {gem}', 'because.steals_last': 'nimmt {who} das einzige {gem}',
  'because.gets_privilege': 'bekommt ein Privileg', 'because.gives_privilege': 'gibt {who} ein Privileg',
  'because.refill_gives_privilege': 'Auffüllen gibt {who} ein Privileg', 'because.withGold': 'mit {gold} Gold',
};
