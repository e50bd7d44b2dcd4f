import type { ForgetPreview } from '../../../main/contract/index.ts';

export type ForgetItem = ForgetPreview['goes'][number];
export type ItemKind = ForgetItem['kind'];

const keyOf = ({ kind, id }: Pick<ForgetItem, 'kind' | 'id'>): string => `${kind} ${id}`;

/**
 * What is listed after another look: lines keep their places, and a turn that was taken out of the selection keeps its
 * line, so that it can be put back.
 */
export function mergeItems(
  before: readonly ForgetItem[],
  goes: readonly ForgetItem[],
  kept: readonly string[],
): readonly ForgetItem[] {
  const fresh = new Map(goes.map((item) => [keyOf(item), item]));
  const isKept = (item: ForgetItem): boolean => item.kind === 'turn' && kept.includes(item.id);
  const still = before.flatMap((item) => {
    const key = keyOf(item);
    const found = fresh.get(key);
    fresh.delete(key);
    return found ?? (isKept(item) ? item : []);
  });
  return [...still, ...fresh.values()];
}

const MODELS: readonly (string | null)[] = ['assistant', 'Palimpsest'];

/** What a person said is set as testimony; what a model answered is not. */
export const isTestimony = ({
  kind,
  why,
  speaker,
}: Pick<ForgetItem, 'kind' | 'speaker'> & { readonly why?: string }): boolean =>
  kind === 'turn' && why !== 'answers' && !MODELS.includes(speaker);

/** A fact as the reader reads it: the engine calls the owner *me*. */
export const sayFact = (text: string): string => text.replace(/^me · /, 'you · ').replace(/ · me$/, ' · you');

/** Lines of one kind. */
export const itemsOf = (items: readonly ForgetItem[], kind: ItemKind): readonly ForgetItem[] =>
  items.filter((item) => item.kind === kind);
