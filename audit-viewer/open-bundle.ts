import { textOf } from '../main/audit/verify/bytes.pure.ts';
import { isFields, type Manifest, readManifest } from '../main/audit/verify/manifest.pure.ts';
import type { Platform } from '../main/audit/verify/verify.pure.ts';
import { readZip } from '../main/audit/verify/zip.pure.ts';

export type Fields = { readonly [key: string]: unknown };

/** What is shown at once, before every byte is checked. */
export type OpenedBundle = { readonly manifest: Manifest; readonly state: Fields };

export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
export const textOr = (value: unknown, other = ''): string => (typeof value === 'string' ? value : other);

/** Manifest and state of a bundle, or null where it is none. A hostile file may hold anything: nothing is believed. */
export async function openBundle(platform: Platform, bytes: Uint8Array): Promise<OpenedBundle | null> {
  const { entries } = readZip(bytes);
  const read = async (name: string): Promise<string | null> => {
    const entry = entries.find((each) => each.name === name);
    if (entry === undefined) return null;
    try {
      return textOf(entry.method === 0 ? entry.packed : await platform.inflate(entry.packed, entry.size));
    } catch {
      // The check that follows names what is wrong with it.
      return null;
    }
  };
  const manifest = readManifest((await read('manifest.json')) ?? '');
  if (manifest.kind !== 'ok') return null;
  const state = parse((await read('state.json')) ?? '');
  return state === null ? null : { manifest: manifest.manifest, state };
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    // Named by the check.
    return null;
  }
}
