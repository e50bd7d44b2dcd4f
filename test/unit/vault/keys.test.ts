import { afterEach, describe, expect, it, vi } from 'vitest';
import { generationOf, openEnvelope, sealEnvelope } from '../../../main/lib/crypto/envelope.ts';
import { createKeyring } from '../../../main/lib/crypto/keyring.ts';
import { fileCodecOf, isSealedFile, plainFiles } from '../../../main/lib/file-codec.ts';
import { systemIds as ids } from '../../../main/lib/ids.ts';
import { createAutoLock } from '../../../main/vault/auto-lock.ts';
import { describeKeychain, describeProtection, listPoints } from '../../../main/vault/describe.pure.ts';
import { readRecoveryKey, showRecoveryKey } from '../../../main/vault/recovery-key.pure.ts';
import { isSealedPlace } from '../../../main/vault/sealed-places.pure.ts';
import {
  type Credential,
  type Keychain,
  makeKeychainSlot,
  makePassphraseSlot,
  makeRecoverySlot,
  openSlot,
} from '../../../main/vault/slots.ts';

const keyringOf = (fill: number, generation = 1) =>
  createKeyring('vault', [{ generation, key: Buffer.alloc(32, fill) }]);

describe('vault/recovery key', () => {
  it('is nine groups that are read back however they are typed', () => {
    for (let n = 0; n < 50; n += 1) {
      const secret = ids.bytes(32);
      const shown = showRecoveryKey(secret);
      expect(shown).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{6}-){8}[0-9A-HJKMNP-TV-Z]{6}$/);
      const typed = shown.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
      expect(readRecoveryKey(typed)).toEqual({ kind: 'ok', secret: Buffer.from(secret) });
    }
  });

  it('tells a slip of the pen from another key', () => {
    const shown = showRecoveryKey(Buffer.alloc(32, 5));
    expect(readRecoveryKey(shown.slice(0, -1)).kind).toBe('wrong-length');
    expect(readRecoveryKey(`${shown.slice(0, -1)}!`).kind).toBe('mistyped');
    const found = [...shown].flatMap((letter, at) => {
      if (letter === '-') return [];
      const changed = `${shown.slice(0, at)}${letter === '7' ? '8' : '7'}${shown.slice(at + 1)}`;
      return [readRecoveryKey(changed).kind];
    });
    expect(new Set(found)).toEqual(new Set(['mistyped']));
  });
});

describe('vault/slots', () => {
  const vaultKey = Buffer.alloc(32, 3);
  const input = { vaultId: 'vault', vaultKey, ids };
  const safe = (): Keychain => ({
    store: 'keychain',
    encrypt: async (secret) => `AA${secret.toString('hex')}`,
    decrypt: async (blob) => (blob.startsWith('AA') ? Buffer.from(blob.slice(2), 'hex') : null),
  });

  it('lead to the vault key by what they were made with, in their own vault, as long as nothing in them is changed', async () => {
    const passphrase = await makePassphraseSlot({ ...input, passphrase: 'a good sentence' });
    const { slot: recovery, recoveryKey } = makeRecoverySlot(input);
    const keychain = await makeKeychainSlot({ ...input, keychain: safe() });
    const slots = [passphrase, recovery, keychain];
    const tryWith = (credential: Credential, over: Partial<Parameters<typeof openSlot>[0]> = {}) =>
      openSlot({ vaultId: 'vault', slots, ...over }, credential).catch((error: { code: string }) => error.code);

    expect(await tryWith({ kind: 'passphrase', passphrase: 'a good sentence' })).toEqual(vaultKey);
    expect(await tryWith({ kind: 'recovery', recoveryKey })).toEqual(vaultKey);
    expect(await tryWith({ kind: 'keychain', keychain: safe() })).toEqual(vaultKey);

    const other = makeRecoverySlot(input).recoveryKey;
    expect(await tryWith({ kind: 'passphrase', passphrase: 'a good sentence.' })).toBe('vault.wrong-key');
    expect(await tryWith({ kind: 'recovery', recoveryKey: other })).toBe('vault.wrong-key');
    expect(await tryWith({ kind: 'keychain', keychain: { ...safe(), decrypt: async () => null } })).toBe(
      'vault.wrong-key',
    );
    expect(await tryWith({ kind: 'recovery', recoveryKey }, { slots: [passphrase] })).toBe('vault.wrong-key');
    expect(await tryWith({ kind: 'recovery', recoveryKey }, { vaultId: 'another' })).toBe('vault.wrong-key');
    const renamed = [{ ...recovery, id: 'another' }];
    expect(await tryWith({ kind: 'recovery', recoveryKey }, { slots: renamed })).toBe('vault.wrong-key');
  });
});

describe('lib/keyring and envelope', () => {
  const at = { purpose: 'files' as const, place: 'drafts.json' };

  it('open what they sealed at its own place and for its own purpose only', () => {
    const keyring = keyringOf(1);
    const sealed = sealEnvelope(Buffer.from('words'), { ...at, keyring, ids });
    expect(generationOf(sealed)).toBe(1);
    expect(openEnvelope(sealed, { ...at, keyring })?.toString()).toBe('words');
    expect(openEnvelope(sealed, { ...at, place: 'settings.json', keyring })).toBeNull();
    expect(openEnvelope(sealed, { ...at, purpose: 'traces', keyring })).toBeNull();
    expect(openEnvelope(sealed, { ...at, keyring: keyringOf(2) })).toBeNull();
    expect(openEnvelope(sealed, { ...at, keyring: keyringOf(1, 2) })).toBeNull();
    for (let byte = 0; byte < sealed.length; byte += 1) {
      const changed = Buffer.from(sealed);
      changed[byte] = (changed[byte] ?? 0) ^ 1;
      expect(openEnvelope(changed, { ...at, keyring })).toBeNull();
    }
  });

  it('give no key after they were wiped, and leave none behind', () => {
    const key = Buffer.alloc(32, 7);
    const keyring = createKeyring('vault', [{ generation: 1, key }]);
    const derived = keyring.keyFor('journal', 1);
    keyring.wipe();
    expect([key, derived]).toEqual([Buffer.alloc(32), Buffer.alloc(32)]);
    expect(() => keyring.keyFor('journal', 1)).toThrow('locked');
  });

  it('keep whole files as they are without a key, and take no file from outside with one', () => {
    expect(fileCodecOf(null, ids)).toBe(plainFiles);
    expect(plainFiles.encode('words', 'drafts.json')).toBe('words');
    const files = fileCodecOf(keyringOf(1), ids);
    const stored = Buffer.from(files.encode('words', 'drafts.json'));
    expect(isSealedFile(stored)).toBe(true);
    expect(files.decode(stored, 'drafts.json')?.toString()).toBe('words');
    expect(files.decode(stored, 'settings.json')).toBeNull();
    expect(files.decode(Buffer.from('words'), 'drafts.json')).toBeNull();
  });
});

describe('vault/what it says', () => {
  it('names what opens the folder, and what is not protected', () => {
    const sealed = { kind: 'sealed', ways: ['passphrase', 'keychain'], unfinished: null } as const;
    expect(describeProtection({ kind: 'none', ways: [], unfinished: null })).toMatch(/^Not encrypted/);
    expect(describeProtection(sealed)).toContain("your passphrase or this computer's keychain");
    expect(describeProtection({ ...sealed, unfinished: 'sealing' })).toMatch(/^Partly encrypted/);
    const [taken, logsIn] = listPoints({ ...sealed, isPrivate: true });
    expect([taken?.isProtected, logsIn?.isProtected]).toEqual([true, false]);
    const open = (isPrivate: boolean | null) =>
      listPoints({ kind: 'none', ways: [], unfinished: null, isPrivate })[1]?.isProtected;
    expect([open(true), open(false), open(null)]).toEqual([true, false, false]);
  });

  it('never calls a keychain without a keyring safe', () => {
    expect(['basic_text', 'unknown', null, 'gnome_libsecret'].map((store) => describeKeychain(store).kind)).toEqual([
      ...['unsafe', 'unsafe', 'none', 'safe'],
    ]);
  });

  it('seals documents beside the journal, and neither keys nor heads of the chain', () => {
    const names = ['settings.json', 'drafts.json.damaged', 'forget.json', 'vault.json', 'head.json', 'lock'];
    expect(names.filter(isSealedPlace)).toEqual(['settings.json', 'drafts.json.damaged', 'forget.json']);
  });
});

describe('vault/auto-lock', () => {
  afterEach(() => vi.useRealTimers());

  it('locks after the time without use, which every use begins anew', () => {
    vi.useFakeTimers();
    const lock = vi.fn();
    const auto = createAutoLock(lock);
    vi.advanceTimersByTime(3_600_000);
    auto.set(5);
    vi.advanceTimersByTime(4 * 60_000);
    auto.touch();
    vi.advanceTimersByTime(4 * 60_000);
    expect(lock).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(lock).toHaveBeenCalledOnce();
    auto.set(null);
    vi.advanceTimersByTime(3_600_000);
    expect(lock).toHaveBeenCalledOnce();
  });
});
