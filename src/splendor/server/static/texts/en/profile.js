/** English: my profile and its devices, contact and privacy. */

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  profile: 'My devices',
  'profile.devices': 'Signed in',
  'profile.device': 'A device', 'profile.this': 'this device', 'profile.seen': 'last used {day}',
  'profile.signOut': 'Sign out', 'profile.signOut.sure': 'Yes, sign out',
  'profile.signOut.this': 'Without a recovery code or another device you cannot come back to your games.',
  'profile.other': 'My profile on another device',
  'profile.other.about': 'Scan the code with your phone, or open the link on the other device: your name, tables and games are there, too.',
  'profile.other.make': 'Show code and link', 'profile.other.again': 'Another code and link',
  'profile.other.qr': 'QR code of the link', 'profile.other.link': 'Private link',
  'profile.other.until': 'It works once, until {time}. Show it to nobody else: whoever opens it plays as you.',
  'profile.recovery': 'Recovery code',
  'profile.recovery.about': 'If you lose this device or delete its cookies, a recovery code brings your profile back.',
  'profile.recovery.none': 'You have none yet.', 'profile.recovery.has': 'You have one; it is valid until {day}.',
  'profile.recovery.make': 'Make a recovery code', 'profile.recovery.again': 'Make a new one, the old one ends',
  'profile.recovery.write': 'Write it down now: it is not shown again. It works once.',
  'profile.typed': 'Use another profile here',
  'profile.typed.about': 'Type the recovery code, or paste a private link from another device.',
  'profile.typed.code': 'Code or link', 'profile.typed.use': 'Use this profile',
  'profile.here': 'Use a profile here',
  'profile.here.ask': 'This link gives this device a profile: its name, tables and games. Go on only if you made the link yourself, on another device of yours.',
  'profile.here.yes': 'Use the profile here', 'profile.here.no': 'No, leave it',
  'profile.leaving': ({ name, tables }) =>
    `This device has a profile of its own, “${name}”, with ${tables === 1 ? 'one table' : `${tables} tables`}. It leaves that profile: make a recovery code for it first if you want to return.`,
  'profile.data': 'What the server keeps of me',
  'profile.data.about': 'Your name, your devices, the games you took part in and what you wrote there.',
  'profile.export': 'Download all of it (JSON lines)',
  'profile.erase': 'Erase my profile …',
  'profile.erase.about': 'Your name, devices, chat messages and games alone against bots are deleted for good. Games with others stay, with a “deleted player”. Running games are given up.',
  'profile.erase.name': 'Type your name, “{name}”, to confirm', 'profile.erase.sure': 'Erase for good',
  deletedPlayer: 'Deleted player',
  privacy: 'Contact and privacy',
  'privacy.contact': 'Contact', 'privacy.contact.none': 'The operator of this server has not said how to reach them.',
  'privacy.operator': 'From the operator',
  'privacy.kept': 'What this server keeps',
  'privacy.kept.text': 'One cookie, which says who you are. No tracking, nothing from other servers.\n'
    + 'Your name, browser and system of your devices, and the day of their last use.\n'
    + 'The games you play, with chat, for you and those who played with you.\n'
    + 'If you switch notifications on: the address at which your browser’s maker takes messages for this device. Such a message is encrypted; it names the table and who plays there.\n'
    + 'Network addresses only in memory, to limit misuse.',
  'privacy.guests': ({ days }) => `Profiles that nobody used for ${days} days are erased.`,
  'privacy.guests.ever': 'Profiles are kept until you erase them; those that never joined a table for 30 days.',
  'privacy.games': ({ days }) => `Games are deleted ${days} days after their end.`,
  'privacy.games.ever': 'Games are kept without a limit of time.',
};
