import { en } from './en.ts';

export type TextKey = keyof typeof en;
type Params<S> = S extends `${string}{${infer P}}${infer R}` ? P | Params<R> : never;
type Values<K extends TextKey> = [Params<(typeof en)[K]>] extends [never]
  ? []
  : [Readonly<Record<Params<(typeof en)[K]>, string | number>>];

function fill(template: string, values: Readonly<Record<string, string | number>> | undefined): string {
  if (!values) return template;
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The text behind a key, with its named places filled in. */
export function t<K extends TextKey>(key: K, ...values: Values<K>): string {
  return fill(en[key], values[0]);
}

type Counted = { [K in TextKey]: K extends `count.${infer Name}.one` ? Name : never }[TextKey];

const numberFormat = new Intl.NumberFormat('en');
const plural = new Intl.PluralRules('en');

/** "1 turn", "12,480 turns": the number and its noun in the right form. */
export function count(n: number, name: Counted): string {
  const key = `count.${name}.${plural.select(n) === 'one' ? 'one' : 'other'}` as TextKey; // both forms exist for each name
  return fill(en[key], { n: numberFormat.format(n) });
}

/** A number with its thousands apart. */
export const formatNumber = (n: number): string => numberFormat.format(n);
