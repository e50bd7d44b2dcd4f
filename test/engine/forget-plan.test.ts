import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversationId, DEFAULT_SPACE, TurnId } from '../../main/contract/ids.ts';
import type { ForgetSelection } from '../../main/contract/index.ts';
import type { ForgetPlan } from '../../main/forget/plan.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, openFolder } from './open-folder.ts';
import { openPlanner, type Planner } from './open-planner.ts';
import { importLines, importPath } from './real-folder.ts';

const turns = (...ids: readonly string[]): ForgetSelection => ({
  kind: 'turns',
  turnIds: ids.map((id) => TurnId.parse(id)),
});
const about = (words: string): ForgetSelection => ({ kind: 'about', words, spaceId: null });

const AT = '2025-02-03T10:00:00Z';
const said = (id: string, text: string, more: object = {}) => ({
  id,
  conversation: 'home-talk',
  at: AT,
  text,
  ...more,
});
const reply = (id: string, parent: string, text: string, more: object = {}) =>
  said(id, text, { role: 'assistant', speaker: 'assistant', parent, ...more });

const LINES = [
  said('dog', 'I have a dog called Wilhelmina, and she sleeps on the sofa.'),
  reply('dog-1', 'dog', 'What a lovely name!'),
  reply('dog-2', 'dog', 'How old is she?'),
  said('tea', 'In the morning I drink black tea with milk.', { parent: 'dog-2' }),
  reply('tea-1', 'tea', 'Wilhelmina might like the milk as well.'),
  said('tea-again', 'In the morning I drink black tea with milk.', { conversation: 'notes' }),
  said('short', 'ja', { conversation: 'notes' }),
  said('han', '昨日、鹿犬猫鳥魚亀という店で夕食を食べました。', { conversation: 'han' }),
  said('sign', 'Best evening 🦊🪁 ever, with "quotes" and a \\ backslash.', { conversation: 'han' }),
  said('work', 'The password of the printer is quarzlampe-77.', { conversation: 'office', space: 'work' }),
  said('only', 'Nobody else speaks in this one, about the perihelion.', { conversation: 'alone' }),
];

describe('planning a forget', () => {
  let folder: Folder;
  let planner: Planner;

  beforeAll(async () => {
    folder = await makeFolder();
    const data = join(folder.path, 'data');
    {
      await using opened = await openFolder(data, { inference: createHashInference() });
      const { client } = opened;
      await importLines(client, folder, LINES);
      const path = join(folder.path, 'manual.md');
      await writeFile(path, '# Manual\n\nThe vellumspire must be oiled twice a year.');
      await importPath(client, path);
      await client.call('codex.settle', {});
      await client.call('conversations.remove', { id: ConversationId.parse('han') });
    }
    planner = await openPlanner(data);
  });
  afterAll(async () => {
    await planner?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  const plan = (selection: ForgetSelection, over: { isWithRepeats?: boolean; except?: readonly string[] } = {}) =>
    planner.plan({
      ...{ selection, isWithRepeats: over.isWithRepeats ?? false },
      except: (over.except ?? []).map((id) => TurnId.parse(id)),
    });
  const going = ({ preview }: ForgetPlan): readonly string[] =>
    preview.goes.filter(({ kind }) => kind === 'turn').map(({ id }) => id);
  const expectNowhere = async (made: ForgetPlan, ...words: readonly string[]): Promise<void> => {
    for (const line of await planner.left(made))
      for (const word of words) expect(line).not.toContain(JSON.stringify(word).slice(1, -1));
  };

  it('takes every answer to a turn, in whatever branch, with what was believed by it alone', async () => {
    const made = await plan(turns('dog'));
    expect(going(made)).toEqual(['dog', 'dog-1', 'dog-2', 'tea-1']);
    expect(made.preview.goes.map(({ kind }) => kind)).toContain('entity');
    expect(made.preview.counts).toMatchObject({ turns: 4, answers: 3, conversations: 0, entities: 1 });
    await expectNowhere(made, 'Wilhelmina', 'What a lovely name', 'sofa');
    expect(made.amend.filter(({ kind }) => kind === 'turn.said').every(({ body }) => body.isForgotten === true)).toBe(
      true,
    );
    expect(made.needles).toContain('I have a dog called Wilhelmina, and she sleeps on the sofa.');
  });

  it('shows who says the same and leaves it, unless it is asked for', async () => {
    const alone = await plan(turns('tea'));
    expect(alone.preview.repeats.map(({ id }) => id)).toEqual(['tea-again']);
    expect(alone.needles).not.toContain('In the morning I drink black tea with milk.');
    expect(alone.saidElsewhere).toBeGreaterThan(0);
    expect(alone.tombstones.texts).toEqual([]);
    const both = await plan(turns('tea'), { isWithRepeats: true });
    expect(going(both)).toEqual(['tea', 'tea-again', 'tea-1']);
    expect(both.needles).toContain('In the morning I drink black tea with milk.');
    expect(both.preview.fingerprint).not.toBe(alone.preview.fingerprint);
    await expectNowhere(both, 'black tea');
  });

  it('keeps back what the user took out of the selection', async () => {
    const made = await plan(about('Wilhelmina'), { except: ['tea-1'] });
    expect(going(made)).toEqual(['dog', 'dog-1', 'dog-2']);
  });

  it('finds words in scripts without spaces, and in conversations that were removed', async () => {
    const made = await plan(about('鹿犬猫鳥魚亀'));
    expect(going(made)).toEqual(['han']);
    await expectNowhere(made, '鹿犬猫鳥魚亀');
    const signs = await plan(turns('sign'));
    await expectNowhere(signs, '🦊🪁', 'with "quotes" and a \\ backslash');
    expect(signs.needles.join(' ')).toContain('"quotes" and a \\ backslash.');
  });

  it('looks for no word that stands anywhere by chance', async () => {
    const made = await plan(turns('short'));
    expect(going(made)).toEqual(['short']);
    expect(made.needles).toEqual([]);
  });

  it('takes a part of a turn and leaves the rest', async () => {
    const text = 'I have a dog called Wilhelmina, and she sleeps on the sofa.';
    const from = text.indexOf('Wilhelmina');
    const made = await plan({ kind: 'text', turnId: TurnId.parse('dog'), from, to: from + 'Wilhelmina'.length });
    await expectNowhere(made, 'Wilhelmina');
    const [left] = made.amend.filter(({ kind, body }) => kind === 'turn.said' && body.turnId === 'dog');
    expect(left?.body.text).toBe('I have a dog called , and she sleeps on the sofa.');
    expect(going(made)).toEqual(['dog', 'tea-1']);
  });

  it('takes a conversation of which nothing is left as a whole, title and all', async () => {
    const made = await plan(turns('only'));
    expect(made.goneConversationIds).toEqual(['alone']);
    expect(made.amend).toEqual([]);
    await expectNowhere(made, 'perihelion', '"alone"');
  });

  it('takes a document with its passages, and a space with its name', async () => {
    const document = await plan(about('vellumspire'));
    expect(document.preview.counts.chunks).toBe(1);
    await expectNowhere(document, 'vellumspire');
    const space = await plan({ kind: 'space', spaceId: DEFAULT_SPACE.replace('home', 'work') as typeof DEFAULT_SPACE });
    expect(going(space)).toEqual(['work']);
    await expectNowhere(space, 'quarzlampe');
  });

  it('leaves nothing but the frame where everything goes', async () => {
    const made = await plan({ kind: 'everything' });
    const left = await planner.left(made);
    expect(left.map((line) => line.split(' ')[1])).toEqual(['vault.created', 'space.created']);
    expect(made.conversationIds).toBeNull();
  });

  it('says that there is nothing where there is nothing, and never forgets who speaks', async () => {
    await expect(plan(turns('nobody'))).rejects.toMatchObject({ code: 'forget.nothing' });
    await expect(
      plan({ kind: 'conversation', conversationIds: [ConversationId.parse('nobody')] }),
    ).rejects.toMatchObject({ code: 'forget.nothing' });
    await expect(plan(about('never said by anybody'))).rejects.toMatchObject({ code: 'forget.nothing' });
    await expect(plan({ kind: 'entity', spaceId: DEFAULT_SPACE, entityId: 'me' })).rejects.toMatchObject({
      code: 'forget.nothing',
    });
  });

  it('plans the same twice', async () => {
    expect(await plan(turns('dog'))).toEqual(await plan(turns('dog')));
  });
});
