/** Passphrase, recovery key, locking. */
export const protection = {
  'settings.folder.protect': 'Passphrase and locking',
  'settings.folder.data': 'What is stored',

  'protection.title': 'Protection',
  'protection.loading': 'Asking what is protected…',
  'protection.opening': 'Opening…',
  'protection.away': 'The engine is away. This page connects again by itself.',
  'protection.working': 'Working…',

  'protection.passphrase': 'Passphrase',
  'protection.recoveryKey': 'Recovery key',
  'protection.current': 'Present passphrase',
  'protection.new': 'New passphrase',
  'protection.again': 'The same once more',
  'protection.again.wrong': 'These two are not the same. Type the second one again.',
  'protection.again.yet': 'Not the same yet: type all of the passphrase once more.',
  'protection.show': 'Show',
  'protection.hide': 'Hide',
  'protection.show.of': 'Show what is typed: {label}',
  'protection.useRecovery': 'Use the recovery key',
  'protection.usePassphrase': 'Use the passphrase',
  'protection.strength.none':
    'At least 8 characters; better, five or six words that have nothing to do with each other or with you.',
  'protection.strength.too-short': 'Too short: at least 8 characters.',
  'protection.strength.weak': 'Easily guessed. Somebody who copies the folder has all the time there is to try.',
  'protection.strength.fair': 'Takes some time to guess. One or two words more make it hold.',
  'protection.strength.good': 'Long enough, if it is no line of a song or a book: those are tried too.',

  'protection.set': 'Set a passphrase',
  'protection.set.what':
    'What was said, titles, facts, drafts, traces and the database are then encrypted on this disk. Palimpsest asks for the passphrase when it starts and after locking. Encrypting takes from seconds to some minutes; nothing can be done here meanwhile.',
  'protection.set.lost':
    'Nobody can bring a lost passphrase back: there is no account and no other way in. You get a recovery key next; write it down and keep it away from this computer.',
  'protection.set.do': 'Encrypt the folder',

  'protection.locking': 'Locking',
  'protection.lock': 'Lock now',
  'protection.lock.what':
    'Stops what is under way, takes everything off this page and wipes the keys from memory. The passphrase opens it again.',
  'protection.auto': 'Lock by itself',
  'protection.auto.what': 'After this time without anybody asking, writing or clicking here.',
  'protection.auto.never': 'Never',
  'protection.auto.minute': 'After a minute',
  'protection.auto.minutes': 'After {n} minutes',
  'protection.sleep': 'Lock when this computer goes to sleep',
  'protection.sleep.what':
    'In the desktop app. In the browser the engine does not hear of it; the time above counts through sleep instead.',

  'protection.keys': 'What opens it',
  'protection.change.what': 'Changing it is quick: the folder stays as it is, only the lock is another.',
  'protection.change.open': 'Change',
  'protection.change': 'Change the passphrase',
  'protection.keychain': "This computer's keychain",
  'protection.keychain.on': 'Open without asking',
  'protection.keychain.off': 'Ask each time',
  'protection.rotate': 'Keys',
  'protection.rotate.what':
    'Made once, when the folder was encrypted. If somebody may have got at them, or at a recovery key, make new ones: everything is written anew, and the old keys open nothing that is here then. Copies and backups from before stay under the old ones.',
  'protection.rotate.open': 'Make new keys',
  'protection.rotate.recovery':
    'The recovery key is made anew as well and shown at the end. The one that you have opens nothing any more from then on.',
  'protection.remove': 'Take the protection away',
  'protection.remove.what': 'Everything lies in the open on this disk again, for whoever can read the folder.',
  'protection.remove.open': 'Take away',
  'protection.remove.do': 'Decrypt the folder',

  'protection.recovery.has': 'There is one. It is shown only when it is made; if you lost it, make a new one.',
  'protection.recovery.none':
    'There is none. Without it, a lost passphrase means that nobody can read this folder again.',
  'protection.recovery.make': 'Make one',
  'protection.recovery.renew': 'Make a new one',
  'protection.recovery.title': 'Your recovery key',
  'protection.recovery.what':
    'It opens this folder when the passphrase is lost. It is shown this once: write it down or print it, and keep it where the computer is not.',
  'protection.recovery.care': 'Palimpsest recovery key. Whoever has it and the folder can read everything.',
  'protection.recovery.before': 'A recovery key from before opens nothing any more.',
  'protection.recovery.print': 'Print',
  'protection.recovery.clipboard': 'Other programs can read what is copied, and some keep it. Paper is safer.',
  'protection.recovery.copied': 'The recovery key is on the clipboard.',
  'protection.recovery.kept': 'I have it, and not only on this computer.',
  'protection.recovery.done': 'Go on',

  'protection.locked': 'Locked',
  'protection.locked.what': 'What was said here is encrypted on the disk, and no key to it is in memory.',
  'protection.locked.unfinished':
    'A change was interrupted. Unlock it, and it goes on where it stopped; nothing was lost.',
  'protection.locked.lost': 'Without the passphrase and the recovery key nobody can open it, Palimpsest included.',
  'protection.locked.lostForGood':
    'There is no recovery key. Without the passphrase nobody can open it, Palimpsest included.',
  'protection.unlock': 'Unlock',
  'protection.unlock.keychain': "Unlock with this computer's keychain",

  'protection.changing': 'The folder is being changed',
  'protection.changing.what':
    'It is encrypted, decrypted, written with new keys, or opened. Leave Palimpsest running. If it is ended all the same, it goes on at the next start; nothing is lost.',
  'protection.step.checking': 'Checking the passphrase. This takes a second on purpose.',
  'protection.step.closing': 'Ending what is under way',
  'protection.step.journal': 'Writing the journal anew',
  'protection.step.files': 'Writing files anew',
  'protection.step.database': 'Taking the old database away',
  'protection.step.opening': 'Opening; a new database is made from the journal',

  'protection.points': 'Against whom',
  'protection.points.yes': 'Protected.',
  'protection.points.no': 'Not protected.',
  'protection.announce.changed': 'The passphrase was changed.',
  'protection.announce.removed': 'The folder is not encrypted any more.',
  'protection.announce.rotated': 'The keys are new, and everything is written under them.',
} as const;
