import { parseRoute, routeToHash } from '../../route.pure.ts';

/** Pages about the user's data, in the order in which they are offered. */
const PAGES = ['import', 'backups', 'audit', 'forget', 'forgotten', 'protection', 'health'] as const;
export type DataPage = (typeof PAGES)[number];

/** Whether an address leads to a page of its own: an unknown one leads to the first page. */
export const isPage = (hash: string): boolean => routeToHash(parseRoute(hash)) === hash;

export const listPages = (): readonly DataPage[] => PAGES.filter((name) => isPage(`#/${name}`));
