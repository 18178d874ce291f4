/** German: my profile and its devices, contact and privacy. */

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  profile: 'Meine Geräte',
  'profile.devices': 'Angemeldet',
  'profile.device': 'Ein Gerät', 'profile.this': 'dieses Gerät', 'profile.seen': 'zuletzt benutzt am {day}',
  'profile.signOut': 'Abmelden', 'profile.signOut.sure': 'Ja, abmelden',
  'profile.signOut.this': 'Ohne Wiederherstellungscode oder ein anderes Gerät kommst du nicht mehr an deine Spiele.',
  'profile.other': 'Mein Profil auf einem anderen Gerät',
  'profile.other.about': 'Lies den Code mit dem Handy ein oder öffne den Link auf dem anderen Gerät: Dein Name, deine Tische und Spiele sind dann auch dort.',
  'profile.other.make': 'Code und Link zeigen', 'profile.other.again': 'Anderer Code und Link',
  'profile.other.qr': 'QR-Code des Links', 'profile.other.link': 'Privater Link',
  'profile.other.until': 'Er gilt einmal, bis {time}. Zeig ihn niemandem sonst: Wer ihn öffnet, spielt als du.',
  'profile.recovery': 'Wiederherstellungscode',
  'profile.recovery.about': 'Wenn du dieses Gerät verlierst oder seine Cookies löschst, bringt ein Wiederherstellungscode dein Profil zurück.',
  'profile.recovery.none': 'Du hast noch keinen.', 'profile.recovery.has': 'Du hast einen; er gilt bis {day}.',
  'profile.recovery.make': 'Code erstellen', 'profile.recovery.again': 'Neuen erstellen, der alte endet',
  'profile.recovery.write': 'Schreib ihn jetzt auf: Er wird nicht noch einmal gezeigt. Er gilt einmal.',
  'profile.typed': 'Ein anderes Profil hier benutzen',
  'profile.typed.about': 'Gib den Wiederherstellungscode ein oder füge einen privaten Link von einem anderen Gerät ein.',
  'profile.typed.code': 'Code oder Link', 'profile.typed.use': 'Dieses Profil benutzen',
  'profile.here': 'Ein Profil hier benutzen',
  'profile.here.ask': 'Dieser Link gibt diesem Gerät ein Profil: seinen Namen, seine Tische und Spiele. Geh nur weiter, wenn du den Link selbst auf einem anderen deiner Geräte erstellt hast.',
  'profile.here.yes': 'Profil hier benutzen', 'profile.here.no': 'Nein, so lassen',
  'profile.leaving': ({ name, tables }) =>
    `Dieses Gerät hat ein eigenes Profil, „${name}“, mit ${tables === 1 ? 'einem Tisch' : `${tables} Tischen`}. Es verlässt dieses Profil: Erstelle vorher einen Wiederherstellungscode dafür, wenn du zurückwillst.`,
  'profile.data': 'Was der Server von mir hat',
  'profile.data.about': 'Deinen Namen, deine Geräte, die Spiele, an denen du teilgenommen hast, und was du dort geschrieben hast.',
  'profile.export': 'Alles herunterladen (JSON-Zeilen)',
  'profile.erase': 'Mein Profil löschen …',
  'profile.erase.about': 'Dein Name, deine Geräte, deine Chat-Nachrichten und deine Spiele allein gegen Bots werden endgültig gelöscht. Spiele mit anderen bleiben, mit einem „gelöschten Spieler“. Laufende Spiele werden aufgegeben.',
  'profile.erase.name': 'Gib zur Bestätigung deinen Namen ein: „{name}“', 'profile.erase.sure': 'Endgültig löschen',
  deletedPlayer: 'Gelöschter Spieler',
  privacy: 'Kontakt und Datenschutz',
  'privacy.contact': 'Kontakt', 'privacy.contact.none': 'Der Betreiber dieses Servers hat nicht angegeben, wie man ihn erreicht.',
  'privacy.operator': 'Vom Betreiber',
  'privacy.kept': 'Was dieser Server speichert',
  'privacy.kept.text': 'Ein Cookie, das sagt, wer du bist. Keine Verfolgung, nichts von anderen Servern.\n'
    + 'Deinen Namen, Browser und System deiner Geräte und den Tag, an dem sie zuletzt benutzt wurden.\n'
    + 'Die Spiele, die du spielst, mit Chat, für dich und deine Mitspieler.\n'
    + 'Wenn du Benachrichtigungen einschaltest: die Adresse, unter der der Hersteller deines Browsers Nachrichten für dieses Gerät annimmt. Eine solche Nachricht ist verschlüsselt; sie nennt den Tisch und wer dort spielt.\n'
    + 'Netzwerkadressen nur im Arbeitsspeicher, um Missbrauch zu begrenzen.',
  'privacy.guests': ({ days }) => `Profile, die ${days} Tage niemand benutzt hat, werden gelöscht.`,
  'privacy.guests.ever': 'Profile bleiben, bis du sie löschst; solche, die nie an einem Tisch waren, 30 Tage.',
  'privacy.games': ({ days }) => `Spiele werden ${days} Tage nach ihrem Ende gelöscht.`,
  'privacy.games.ever': 'Spiele bleiben ohne zeitliche Grenze.',
};
