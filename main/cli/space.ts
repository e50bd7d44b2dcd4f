import { AppError } from '../contract/errors.ts';
import type { Client, Space, SpaceId } from '../contract/index.ts';
import { toPlain } from './text.pure.ts';

const fold = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** The space that `--space` names, by its id or by what it is called; one that is not there goes by what was written. */
export async function findSpace(client: Client, text: string | undefined): Promise<SpaceId | undefined> {
  if (text === undefined) return undefined;
  const spaces = await listSpaces(client);
  return spaces.find(({ id }) => id === text)?.id ?? byName(spaces, text)?.id ?? (text as SpaceId); // parsed by the engine
}

const byName = (spaces: readonly Space[], text: string): Space | undefined =>
  spaces.find(({ name, isRemoved }) => !isRemoved && fold(name) === fold(text));

const listSpaces = async (client: Client): Promise<readonly Space[]> =>
  (await client.call('spaces.list', { withRemoved: true })).spaces;

/** The same where nothing is made: a space that is not there holds nothing, and a slip of the pen must not look like that. */
export async function getSpace(client: Client, text: string | undefined): Promise<SpaceId | undefined> {
  if (text === undefined) return undefined;
  const spaces = await listSpaces(client);
  const space = spaces.find(({ id }) => id === text) ?? byName(spaces, text);
  if (space) return space.id;
  const names = spaces.filter(({ isRemoved }) => !isRemoved).map(({ name }) => toPlain(name));
  throw new AppError('space.not-found', `No space is called so. There are: ${names.join(', ')}.`);
}
