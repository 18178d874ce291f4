/** German: the rules pages. A line of a text is a paragraph, or an item of a list where it begins with a dot. */

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  'rules.contents': 'Inhalt',
  'rules.base.title': 'So wird Splendor gespielt',
  'rules.base.lead':
    'Ihr handelt mit Edelsteinen. Steine kaufen Karten, Karten machen die nächsten billiger, und die besten bringen '
    + 'Punkte. Eine halbe Stunde, zwei bis vier Spieler.',
  'rules.duel.title': 'So wird Splendor Duel gespielt',
  'rules.duel.lead': 'Derselbe Handel für zwei, um ein gemeinsames Brett voller Steine, mit drei Wegen zum Sieg.',

  'rules.base.goal': 'Das Ziel',
  'rules.base.goal.text':
    'Das Spiel endet mit der Runde, in der jemand 15 Punkte erreicht. Punkte gibt es für Karten und Adlige.\n'
    + 'Eine Karte kann zweierlei: Sie bringt vielleicht Punkte, und für den Rest des Spiels steht sie für einen Stein '
    + 'ihrer Farbe, ihren Bonus. Boni werden nicht ausgegeben: Sie zählen bei jedem Kauf.',
  'rules.base.goal.picture': 'Eine Karte der Stufe 2.',
  'rules.anatomy.points': 'Punkte', 'rules.anatomy.bonus': 'der Bonus, den sie gibt',
  'rules.anatomy.cost': 'was sie kostet',
  'rules.base.turn': 'Ein Zug',
  'rules.base.turn.text':
    'In deinem Zug tust du genau eines von vier Dingen:\n'
    + '• drei Steine verschiedener Farben nehmen,\n'
    + '• zwei Steine einer Farbe nehmen,\n'
    + '• eine Karte reservieren und ein Gold nehmen,\n'
    + '• eine Karte kaufen.\n'
    + 'Dann ist der Nächste am Zug. Verlässt eine Karte den Markt, rückt sofort die nächste ihres Stapels nach.',
  'rules.base.take': 'Steine nehmen',
  'rules.base.take.text':
    'Drei verschiedene; sind weniger als drei Farben übrig, von jeder einen. Oder zwei von einer Farbe, wenn vorher '
    + 'mindestens vier davon im Vorrat liegen. Gold nimmt man so nie.\n'
    + 'Zu zweit gibt es vier Steine jeder Farbe, zu dritt fünf, zu viert sieben. Gold gibt es immer fünf.',
  'rules.base.take.picture': 'Drei verschiedene, oder ein Paar, wo noch vier liegen.',
  'rules.base.reserve': 'Eine Karte reservieren',
  'rules.base.reserve.text':
    'Nimm eine Karte des Marktes auf die Hand, oder die oberste eines Stapels, die du erst dann siehst. Dazu nimmst '
    + 'du ein Gold, wenn noch eines da ist. Gold zahlt für einen Stein jeder Farbe.\n'
    + 'Du kannst drei Karten halten, und sie verlassen die Hand nur durch einen Kauf. Was du vom Markt nahmst, wissen '
    + 'alle; was vom Stapel kam, nur du.',
  'rules.base.reserve.picture': 'Die Karte kommt auf die Hand, ein Gold dazu.',
  'rules.base.buy': 'Eine Karte kaufen',
  'rules.base.buy.text':
    'Vom Markt oder von der Hand. Deine Boni gehen von den Kosten ab, Farbe für Farbe; den Rest zahlst du mit '
    + 'Steinen, und Gold kann für jeden stehen. Was du zahlst, kommt in den Vorrat zurück.\n'
    + 'Gezahlt wird zuerst mit Farben und nur der Rest mit Gold, wenn du nichts anderes wählst.',
  'rules.base.buy.picture': 'Ein roter Bonus, und Steine für den Rest: Die Karte ist zu haben.',
  'rules.base.ten': 'Zehn Steine',
  'rules.base.ten.text':
    'Am Ende deines Zuges hältst du höchstens zehn Steine, Gold mitgezählt. Hast du mehr, gibst du die '
    + 'überzähligen zurück; welche, entscheidest du.',
  'rules.base.nobles': 'Adlige',
  'rules.base.nobles.text':
    'Neben dem Markt liegt ein Adliger mehr, als Spieler da sind. Am Ende deines Zuges kommt einer zu dir, wenn du '
    + 'die Boni hast, die er verlangt; Steine zählen nicht. Er bringt drei Punkte und kostet nichts. In einem Zug kommt nur '
    + 'einer: Sind es mehrere, wählst du.',
  'rules.base.nobles.picture': 'Dieser verlangt drei weiße, drei blaue und drei schwarze Karten.',
  'rules.base.end': 'Das Ende',
  'rules.base.end.text':
    'Hat jemand am Ende eines Zuges 15 Punkte, wird die Runde zu Ende gespielt, sodass alle gleich viele Züge '
    + 'hatten. Wer die meisten Punkte hat, gewinnt, bei Gleichstand wer weniger Karten gekauft hat. Wer auch dann '
    + 'noch gleichauf liegt, teilt sich den Sieg.\n'
    + 'Wer gar nichts tun kann, passt. Müssen alle passen, ist das Spiel zu Ende.',
  'rules.base.landolt': 'Nach Landolt',
  'rules.base.landolt.text':
    'Eine zweite Spielart, nach einem Computerspiel:\n'
    + '• Niemand hält je mehr als zehn Steine. Du nimmst nur so viele, wie Platz ist, und wer mit zehn reserviert, '
    + 'bekommt kein Gold.\n'
    + '• Adlige kommen nicht. Einen zu rufen, dessen Boni du hast, ist eine eigene Aktion, und jeder kann im ganzen '
    + 'Spiel einen Adligen haben.\n'
    + '• Wer unten sitzt, beginnt, dann oben, links, rechts.\n'
    + '• Du wählst zuerst eigene Steine aus, dann kauft ein Klick auf eine Karte sie damit; ohne Auswahl zahlst du wie '
    + 'üblich.',

  'rules.duel.goal': 'Drei Wege zum Sieg',
  'rules.duel.goal.text':
    'Am Ende deines Zuges hast du gewonnen mit 20 Punkten, oder mit 10 Kronen, oder mit 10 Punkten auf Karten einer '
    + 'Farbe. Dein Gegner hat dann keinen Zug mehr.',
  'rules.duel.goal.picture': 'Punkte, Kronen oder eine Farbe.',
  'rules.way.points': 'Punkte', 'rules.way.crowns': 'Kronen', 'rules.way.colour': 'Punkte einer Farbe',
  'rules.duel.turn': 'Ein Zug',
  'rules.duel.turn.text':
    'Du tust genau eines von drei Dingen:\n'
    + '• die Steine einer Linie vom Brett nehmen,\n'
    + '• ein Gold nehmen und eine Karte reservieren,\n'
    + '• eine Karte kaufen.\n'
    + 'Davor darfst du Privilegien einlösen und dann das Brett füllen. Am Ende behältst du höchstens zehn Steine; die '
    + 'übrigen kommen in den Beutel.',
  'rules.duel.line': 'Eine Linie nehmen',
  'rules.duel.line.text':
    'Ein, zwei oder drei Steine, die nebeneinanderliegen: waagrecht, senkrecht oder schräg. Ein leeres Feld oder ein '
    + 'Gold unterbricht die Linie.\n'
    + 'Wer drei einer Farbe nimmt oder beide Perlen, gibt dem Gegner ein Privileg.',
  'rules.duel.line.picture': 'Drei grüne schräg: erlaubt, aber der Gegner bekommt ein Privileg.',
  'rules.duel.reserve': 'Eine Karte reservieren',
  'rules.duel.reserve.text':
    'Nimm ein beliebiges Gold vom Brett und dazu eine Karte der Pyramide oder die verdeckte oberste eines Stapels '
    + 'auf die Hand. Ohne Gold auf dem Brett lässt sich nichts reservieren, und mehr als drei Karten kannst du nicht '
    + 'halten. Gold zahlt für jeden Stein und auch für eine Perle.',
  'rules.duel.buy': 'Eine Karte kaufen',
  'rules.duel.buy.text':
    'Boni gehen von den Kosten ab; Steine zahlen den Rest und kommen in den Beutel. Perlen werden nie billiger. '
    + 'Manche Karten geben zwei Boni, manche keinen.\n'
    + 'Ein Rad aus fünf Farben ist ein freier Bonus: Er nimmt die Farbe einer Karte an, die du schon hast, und kann '
    + 'deshalb nicht dein erster sein.',
  'rules.duel.buy.picture': 'Ein doppelter blauer Bonus; eine freie Karte mit zwei Kronen. Jede kostet eine Perle.',
  'rules.duel.before': 'Privilegien und der Beutel',
  'rules.duel.before.text':
    'Ein Privileg ist eine Schriftrolle. Vor deiner Aktion kannst du eines zurückgeben, oder mehrere, und nimmst '
    + 'dafür je einen Edelstein oder eine Perle von irgendwo auf dem Brett, aber kein Gold.\n'
    + 'Dann darfst du den Beutel auf das Brett leeren, entlang der Spirale aus der Mitte. Dafür bekommt dein Gegner '
    + 'ein Privileg. Du musst es tun, wenn du sonst nichts tun kannst.\n'
    + 'Es gibt drei Privilegien. Liegt keines mehr neben dem Brett, nimmt dein Gegner eines von deinen. '
    + 'Wer nicht beginnt, hat am Anfang eines.',
  'rules.duel.before.picture': 'Eine Schriftrolle für einen Stein oder eine Perle.',
  'rules.duel.signs': 'Zeichen auf Karten',
  'rules.duel.signs.text': 'Sie wirken einmal, beim Kauf. Was nicht möglich ist, verfällt.',
  'rules.duel.signs.picture':
    'Noch ein Zug; ein Stein in der Farbe der Karte vom Brett; ein Privileg; ein Stein oder eine Perle vom Gegner.',
  'rules.duel.royals': 'Königskarten',
  'rules.duel.royals.text':
    'Mit deiner dritten Krone, und noch einmal mit der sechsten, wählst du eine der übrigen Königskarten. Sie bringt '
    + 'Punkte, und ihr Zeichen wirkt sofort. Eine Farbe hat sie nicht.',
  'rules.duel.royals.picture': 'Die vier Königskarten.',
  'rules.duel.end': 'Das Ende',
  'rules.duel.end.text':
    'Ob jemand gewonnen hat, entscheidet sich am Ende eines Zuges, wenn überzählige Steine abgelegt sind; gewinnen '
    + 'kann nur, wer am Zug war. Für die Punkte einer Farbe zählt eine freie Karte als die Farbe, die sie annahm; '
    + 'Karten ohne Bonus und Königskarten zählen für keine.',

  'rules.tags': 'Was die Karten dir sagen',
  'rules.tags.text':
    'Jede Karte zeigt, was sie dich jetzt kostet. Die große Zahl ist immer die gedruckte.\n'
    + '• Die Striche darunter: Grau zahlen die Boni, Schwarz deine Steine, ein leerer roter fehlt.\n'
    + '• ✓ heißt, dass diese Farbe bezahlt ist, ein rotes −1, dass ein Stein fehlt. Gold ist hier nicht mitgezählt.\n'
    + '• Das Schild auf der Karte zählt das Gold mit: KAUF, KAUF mit einem Stern und der Zahl der Goldstücke, oder −2: '
    + 'es fehlen zwei, auch mit allem Gold.\n'
    + 'Zeige auf den Bereich eines anderen Spielers, und die Karten zeigen, was sie ihn kosten.',
  'rules.tags.picture':
    'Drei Spieler sehen dieselbe Karte: Einer kann sie kaufen, einer mit einem Gold, einem fehlen zwei Steine.',
  'rules.mouse': 'Maus und Finger',
  'rules.mouse.text': 'Du wählst in Ruhe aus; nichts geschieht, bevor du den goldenen Knopf drückst.',
  'rules.todo': 'Um …', 'rules.bymouse': 'musst du …',
  'rules.mouse.take': 'Steine zu nehmen',
  'rules.mouse.take.how': 'sie im Vorrat anklicken; noch ein Klick legt einen zurück',
  'rules.mouse.line': 'eine Linie zu nehmen',
  'rules.mouse.line.how': 'über die Steine ziehen oder beide Enden anklicken',
  'rules.mouse.buy': 'eine Karte zu kaufen', 'rules.mouse.buy.how': 'sie anklicken',
  'rules.mouse.reserve': 'eine Karte zu reservieren',
  'rules.mouse.reserve.how': 'sie oder einen Stapel rechts anklicken; mit dem Finger lange drücken',
  'rules.mouse.reserveGold': 'eine Karte zu reservieren',
  'rules.mouse.reserveGold.how':
    'sie oder einen Stapel rechts anklicken (mit dem Finger lange drücken), dann ein Gold auf dem Brett',
  'rules.mouse.privilege': 'ein Privileg einzulösen',
  'rules.mouse.privilege.how': 'deine Schriftrolle anklicken, dann einen Stein oder eine Perle',
  'rules.mouse.fill': 'das Brett zu füllen', 'rules.mouse.fill.how': 'den Beutel anklicken',
  'rules.mouse.pay': 'anders zu zahlen', 'rules.mouse.pay.how': 'bei gewählter Karte deine eigenen Steine anklicken',
  'rules.mouse.return': 'Steine zurückzugeben', 'rules.mouse.return.how': 'deine eigenen Steine anklicken',
  'rules.mouse.noble': 'einen Adligen zu wählen', 'rules.mouse.noble.how': 'ihn anklicken',
  'rules.mouse.lens': 'die Preise für andere zu sehen', 'rules.mouse.lens.how': 'auf ihren Bereich zeigen',
  'rules.keys': 'Tastatur',
  'rules.keys.text': 'Alles lässt sich mit der Tastatur spielen, und alles hat einen Namen für Vorleseprogramme.',
  'rules.key': 'Taste', 'rules.does': 'Wirkung',
  'rules.notation': 'Schreibweise',
  'rules.notation.text':
    'Verlauf, Terminal und Programmierschnittstelle schreiben Züge auf dieselbe Weise. Stufen sind 1 bis 3; Plätze '
    + 'a, b, c … von links.',
  'rules.written': 'Geschrieben', 'rules.meaning': 'Bedeutung',
  'rules.notation.three': 'einen weißen, einen blauen und einen grünen nehmen',
  'rules.notation.pair': 'zwei weiße nehmen', 'rules.notation.reserve': 'die dritte Karte der Stufe 2 reservieren',
  'rules.notation.deck': 'die oberste Karte von Stapel 2 reservieren',
  'rules.notation.buy': 'die dritte Karte der Stufe 2 kaufen', 'rules.notation.hand': 'die erste Karte der Hand kaufen',
  'rules.notation.gold': 'kaufen, mit einem Gold anstelle eines weißen',
  'rules.notation.return': 'einen schwarzen zurückgeben', 'rules.notation.noble': 'den ersten Adligen bekommen',
  'rules.notation.line': 'die Steine von c3 bis e3 nehmen: Spalten a bis e, Reihen 1 bis 5 von oben',
  'rules.notation.privilege': 'ein Privileg für den Stein auf c3',
  'rules.notation.fill': 'das Brett füllen',
  'rules.notation.reserveGold': 'die dritte Karte der Stufe 2 mit dem Gold auf c3 reservieren',
  'rules.notation.colour': 'die freie Karte ist rot',
  'rules.notation.match': 'den passenden Stein auf c3 nehmen', 'rules.notation.steal': 'dem Gegner einen roten nehmen',
  'rules.notation.royal': 'die zweite Königskarte nehmen',
};
