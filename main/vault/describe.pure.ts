import type { KeychainStatus, ProtectionStatus } from '../contract/protection.ts';
import type { Conversion } from '../journal/key-wrapping.ts';

type Way = ProtectionStatus['ways'][number];
type Point = ProtectionStatus['points'][number];

export type Described = {
  readonly kind: ProtectionStatus['kind'];
  readonly ways: readonly Way[];
  /** A change that was interrupted. */
  readonly unfinished: Conversion | null;
  /** Whether the system lets only this account into the folder; null where that cannot be told. */
  readonly isPrivate: boolean | null;
};

const WAY_NAMES: Readonly<Record<Way, string>> = {
  passphrase: 'your passphrase',
  recovery: 'your recovery key',
  keychain: "this computer's keychain",
};

/** What is and is not protected on disk, as one true sentence. */
export function describeProtection({ kind, ways, unfinished }: Omit<Described, 'isPrivate'>): string {
  if (kind === 'none') return 'Not encrypted: anyone who can read this folder can read your memory.';
  const by = ways.map((way) => WAY_NAMES[way]);
  const list = by.length < 2 ? by.join('') : `${by.slice(0, -1).join(', ')} or ${by.at(-1)}`;
  if (unfinished === 'rotating')
    return `Encrypted, in part still with the old keys: a change was interrupted, and goes on when the folder is unlocked with ${list}.`;
  if (unfinished !== null)
    return `Partly encrypted: a change was interrupted, and goes on when the folder is unlocked with ${list}.`;
  return `Encrypted: what was said can be read only with ${list}, or by programs of this computer while it is unlocked.`;
}

/** Against whom, in plain words; what is not protected is said as plainly as what is. */
export function listPoints({ kind, ways, unfinished, isPrivate }: Described): readonly Point[] {
  if (kind === 'none') return [OPEN_FOLDER, describeAccounts(isPrivate), COPIES];
  const isSafe = unfinished === null || unfinished === 'rotating';
  return [
    {
      against: 'Someone who takes this computer or copies this folder while it is locked',
      isProtected: isSafe,
      says: isSafe
        ? 'They see how many records there are, of which kind, how large and from when, and which models you have. They do not see what was said, titles, names, facts, documents or settings.'
        : 'Part of the folder lies in the open until the change is finished.',
    },
    {
      against: 'Someone who logs in to this computer as you',
      isProtected: isSafe && !ways.includes('keychain'),
      says: ways.includes('keychain')
        ? 'The keychain opens the folder for whoever is logged in as you. Take the keychain away to be asked each time.'
        : 'They are asked for the passphrase, unless you left Palimpsest unlocked.',
    },
    {
      against: 'Someone who tries many passphrases',
      isProtected: !ways.includes('passphrase'),
      says: ways.includes('passphrase')
        ? 'Each try costs them half a second and 128 MB of memory. A sentence of five random words holds; a short or common word does not.'
        : 'There is no passphrase to guess.',
    },
    {
      against: 'Programs that run under your account while Palimpsest is unlocked',
      isProtected: false,
      says: 'They can read its memory, and the system may write that memory to disk (swap, hibernation, crash dumps). Locking wipes the keys; words that were on the screen may stay in memory until the program ends.',
    },
    {
      against: 'Old copies of what was written before it was encrypted',
      isProtected: false,
      says: 'Disks, snapshots and your own copies may still hold it in the open. Nothing that a program does can reach those.',
    },
    COPIES,
  ];
}

const OPEN_FOLDER: Point = {
  against: 'Someone who takes this computer or copies this folder',
  isProtected: false,
  says: 'They can read everything that was said, unless the whole disk is encrypted by the system.',
};
function describeAccounts(isPrivate: boolean | null): Point {
  const says = {
    yes: 'Only your account may open the folder; an administrator may all the same.',
    no: 'The permissions of this folder let other accounts in. Take them away, or set a passphrase.',
    unknown: 'Whether they may open the folder is up to its permissions.',
  };
  return {
    against: 'Other people with an account on this computer',
    isProtected: isPrivate === true,
    says: isPrivate === null ? says.unknown : isPrivate ? says.yes : says.no,
  };
}

const COPIES: Point = {
  against: 'Whoever gets an export, an audit bundle or a backup',
  isProtected: false,
  says: 'Those leave this folder. Exports and bundles are in the open; a backup is encrypted if it was given a passphrase of its own.',
};

/** What a keychain is good for, by the name that Electron gives its store. */
export function describeKeychain(store: string | null): KeychainStatus {
  if (store === null)
    return { kind: 'none', store, says: 'There is no keychain here: it can be used in the desktop app only.' };
  if (store === 'basic_text' || store === 'unknown')
    return {
      kind: 'unsafe',
      store,
      says: 'This computer has no keyring that protects anything, so it is not used: install one (GNOME Keyring, KWallet), or use a passphrase.',
    };
  return {
    kind: 'safe',
    store,
    says: 'The keychain of this computer opens the folder for whoever is logged in as you.',
  };
}
