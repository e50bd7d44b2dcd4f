import { createHash } from 'node:crypto';

/** What others wrote, marked off as material. The fence cannot be closed from inside: its marks are taken apart there. */
export const fenced = (text: string): string =>
  `<<<\n${text.replaceAll(/<{3,}|>{3,}/g, (marks) => [...marks].join(' '))}\n>>>`;

/** Of everything that is fixed in a prompt: two judges with the same hash were told the same. */
export const hashOfPrompt = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
