/** German: the coach, learning from mistakes, and the words for reasons. */

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
  'coach.moves': 'Die besten Züge', 'coach.why': 'Weil',

  'look.level': ({ level }) => `Schau auf Stufe ${ROMAN[level]}.`, 'look.hand': 'Schau auf deine Hand.',
  'look.cards': 'Schau auf die Karten.', 'look.decks': 'Schau auf die Stapel.', 'look.supply': 'Schau auf die Steine.',
  'look.board': 'Schau aufs Brett.', 'look.tokens': 'Schau auf deine eigenen Steine.', 'look.nobles': 'Schau auf die Adligen.',
  'look.royals': 'Schau auf die Königskarten.', 'look.opponent': 'Schau, was der andere hat.',
  'look.choices': 'Schau, was du wählen kannst.', 'look.anywhere': 'Schau auf alles, was du tun kannst.',
  'look.only': 'Es gibt nur einen Zug.',

  'look.why.wins': 'Etwas dort gewinnt.', 'look.why.reaches': 'Etwas dort erreicht das Ziel.',
  'look.why.noble': 'Etwas dort bringt einen Adligen.', 'look.why.near_noble': 'Etwas dort bringt einen Adligen näher.',
  'look.why.royal': 'Etwas dort bringt eine Königskarte.', 'look.why.crowns': 'Kronen brauchst du.',
  'look.why.colour': 'Eine Farbe zu sammeln lohnt sich.', 'look.why.again': 'Da ist noch ein Zug drin.',
  'look.why.steals': 'Dem anderen lässt sich etwas nehmen.', 'look.why.steals_last': 'Dem anderen lässt sich etwas nehmen.',
  'look.why.pearls': 'Perlen sind knapp.', 'look.why.then_buys': 'Etwas dort bringt eine andere Karte in Reichweite.',
  'look.why.denies': 'Etwas dort will auch jemand anders.', 'look.why.scores': 'Da sind Punkte für dich.',
  'look.why.first_bonus': 'Eine Farbe, die du noch nicht hast, ist da.',
  'look.why.nearly_buys': 'Etwas dort ist bald zu bezahlen.', 'look.why.takes_last': 'Eine Farbe ist fast weg.',
  'look.why.gets_privilege': 'Da ist ein Privileg drin.',

  'kind.take': 'Nimm Steine.', 'kind.buy': 'Kaufe etwas.', 'kind.reserve': 'Reserviere etwas.',
  'kind.privilege': 'Nutze ein Privileg.', 'kind.fill': 'Fülle das Brett auf.', 'kind.gold': 'Nimm ein Gold.',
  'kind.match': 'Nimm einen Stein dieser Farbe.', 'kind.return': 'Gib zurück, was du am wenigsten brauchst.',
  'kind.noble': 'Entscheide über einen Adligen.', 'kind.royal': 'Nimm eine Königskarte.', 'kind.steal': 'Nimm dem anderen einen Stein.',
  'kind.colour': 'Wähle eine Farbe.', 'kind.payment': 'Wähle, wie du zahlst.', 'kind.card': 'Kaufe oder reserviere eine Karte.',
  'kind.any': 'Wähle unter all diesen.', 'kind.other': 'Wähle unter diesen.', 'kind.only': 'Es gibt nur einen Zug.',

  'kind.why.full': ({ tokens }) => `Du hast ${tokens} Steine: Für mehr ist kaum Platz.`,
  'kind.why.payable': ({ count }) => `Du kannst ${count === 1 ? 'eine Karte' : `${count} Karten`} bezahlen.`,
  'kind.why.none_payable': 'Du kannst noch keine Karte bezahlen.',
  'kind.why.room': ({ tokens }) => `Du hast ${tokens === 1 ? 'einen Stein' : `${tokens || 'keine'} Steine`}: Da ist Platz für mehr.`,
  'kind.why.gold_left': 'Ein Gold kommt dazu.', 'kind.why.denies': '{who} könnte eine davon kaufen.',

  sure: 'Bist du sicher?', 'sure.says': '{move} gibt {loss} % deiner Chancen weg: {before} → {after}.',
  'sure.back': 'Zurücknehmen', 'sure.play': 'Trotzdem spielen', 'sure.against': 'Was dagegen spricht',

  'reason.wins': 'gewinnt das Spiel', 'reason.reaches': 'erreicht {points} Punkte', 'reason.could_end': '{who} kann das Spiel mit {card} beenden',
  'reason.scores': ({ points, all }) => `${points === 1 ? 'ein Punkt' : `${points} Punkte`} mehr: ${all}`,
  'reason.no_points': 'keine Punkte in diesem Zug', 'reason.one_short': 'ein Punkt zu wenig für {target}',
  'reason.noble': '{noble} kommt: {points} Punkte', 'reason.near_noble': '{noble} fehlt noch ein {gem}',
  'reason.then_buys': ({ card, gold }) => `dann kannst du ${card} kaufen${gold ? ` mit ${gold} Gold` : ''}`,
  'reason.nearly_buys': 'noch {missing} bis {card}', 'reason.still_short': 'es fehlen {missing} für {card}',
  'reason.denies': 'nimmt {who} {card} weg', 'reason.opponent_buys': '{who} kann als Nächstes {card} kaufen',
  'reason.first_bonus': 'dein erster Bonus {gem}', 'reason.takes_last': 'nimmt den letzten {gem}',
  'reason.many_tokens': 'du hättest {tokens} Steine',
  'reason.returns': ({ tokens, count }) => `${tokens} Steine: ${count === 1 ? 'einen' : count} zurückgeben`,
  'reason.royal': '{crowns} Kronen: eine Königskarte', 'reason.crowns': '{crowns} von {target} Kronen',
  'reason.colour': '{points} von {target} Punkten in {gem}', 'reason.again': 'noch ein Zug',
  'reason.pearls': ({ count }) => (count === 1 ? 'nimmt eine Perle' : `nimmt ${count} Perlen`),
  'reason.steals': 'nimmt {who} einen {gem}', 'reason.steals_last': 'nimmt {who} den einzigen {gem}',
  'reason.gets_privilege': 'bringt dir ein Privileg', 'reason.gives_privilege': 'gibt {who} ein Privileg',
  'reason.refill_gives_privilege': 'das Auffüllen gibt {who} ein Privileg',
};
