import type { DomainTexts } from '../model.pure.ts';
import { HOME } from './home.pure.ts';

export const DOMAINS = { home: HOME } as const satisfies Readonly<Record<string, DomainTexts>>;
export type DomainName = keyof typeof DOMAINS;
