import { create } from 'zustand';
import type { TopicId } from '../../../main/contract/index.ts';
import { useSpace } from '../../space.ts';

/** A topic that questions are asked within. */
export type Scope = { readonly id: TopicId; readonly name: string };

/** By conversation, as running answers are; `new` until the first turn is saved. */
export const useScopes = create<{ readonly scopes: Readonly<Record<string, Scope>> }>(() => ({ scopes: {} }));

export function setScope(key: string, scope: Scope | null): void {
  useScopes.setState(({ scopes }) => {
    const { [key]: _gone, ...rest } = scopes;
    return { scopes: scope === null ? rest : { ...rest, [key]: scope } };
  });
}

/** A new chat has got its address. */
export function moveScope(from: string, to: string): void {
  const scope = useScopes.getState().scopes[from];
  if (scope === undefined) return;
  setScope(from, null);
  setScope(to, scope);
}

/** What a question of this conversation is asked with. */
export function scopeOf(key: string): { readonly clusterId?: string } {
  const scope = useScopes.getState().scopes[key];
  return scope === undefined ? {} : { clusterId: scope.id };
}

// A topic of one space is none to ask within in another.
useSpace.subscribe(() => setScope('new', null));
