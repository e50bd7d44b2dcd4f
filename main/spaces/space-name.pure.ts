/** Whether two names are one to a reader. */
export const isSameName = (a: string, b: string): boolean => fold(a) === fold(b);

const fold = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
