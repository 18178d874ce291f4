/** Deutsch: wer am Tisch ist: Temperamente der Bots, Gesten, Zuschauer, Bots zum Zuschauen. */

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  'mood.random': 'Würfelt und pfeift dabei.', 'mood.newcomer': 'Neugierig, mit dem Siegen keine Eile.',
  'mood.novice': 'Eifrig und leicht abzulenken.', 'mood.beginner': 'Freundlich und auf jede Karte stolz.',
  'mood.casual': 'Spielt zwischen zwei Tassen Tee.', 'mood.regular': 'Ruhig und immer für ein Spiel zu haben.',
  'mood.skilled': 'Rechnet still und übersieht wenig.', 'mood.adept': 'Spielt nach Gehör und trifft meist den Ton.',
  'mood.strong': 'Fester Händedruck, feste Pläne.',
  'mood.veteran': 'Hat diesen Markt schon einmal gesehen.', 'mood.expert': 'Höflich, genau, geduldig.',
  'mood.master': 'Sagt wenig und hat schon daran gedacht.', 'mood.champion': 'Verneigt sich und schenkt nichts her.',
  'mood.greedy': 'Kann an keinem Angebot vorbeigehen.', 'mood.hunter': 'Lässt die Krone nie aus den Augen.',
  'mood.rusher': 'Träumt groß und spart darauf.', 'mood.blocker': 'Sieht auf deine Hände, nicht auf den Markt.',
  'mood.reserver': 'Hebt sich das Beste für später auf.',

  signs: 'Ein Zeichen geben', 'sign.hello': 'Hallo!', 'sign.bravo': 'Gut gespielt!', 'sign.thanks': 'Danke!',
  'sign.oops': 'Hoppla!', 'sign.by': '{name}: {sign}',

  'watchers.named': ({ names, more, count }) =>
    `${names}${more ? ` und ${more} weitere` : ''} ${count === 1 ? 'schaut' : 'schauen'} zu.`,
  watchBots: 'Bots zuschauen', pace: 'Tempo', 'pace.slow': 'langsam', 'pace.usual': 'normal', 'pace.fast': 'schnell',
  'paused.watching': 'Pause: Die Bots warten.',
};
