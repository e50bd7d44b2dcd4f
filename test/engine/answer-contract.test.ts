import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatReply } from '../../main/contract/chat.ts';
import type { TurnId } from '../../main/contract/ids.ts';
import type { Client, InputOf } from '../../main/contract/index.ts';
import { launchNodeHost } from '../../main/inference/client.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder, repository } from './open-folder.ts';
import { hasChatModel, importLines, openReal, sharedModels } from './real-folder.ts';

if (!hasChatModel)
  console.warn(`SKIPPED: no SmolLM2 in ${sharedModels}; set PALIMPSEST_SHARED to check what a real model says`);

const user = (id: string, at: string, text: string) => ({ id, at: `${at}T10:00:00Z`, text });

/** One person's words over some years; the clock of the engine stands later. */
const HISTORY = [
  user('porto', '2019-03-04', 'I live in Porto.'),
  user('novatek', '2020-02-03', 'I work at Novatek.'),
  user('ghent', '2022-05-10', 'I moved to Ghent on 2 May 2022.'),
  user('boss', '2022-06-01', 'My boss is Ines.'),
  user('turkish', '2022-07-01', 'I speak Turkish.'),
  user('dutch', '2022-08-01', 'I speak Dutch.'),
  user('cat', '2022-09-01', 'We have a cat called Miso.'),
  user('dog', '2022-10-01', 'We have a dog called Bo.'),
  user('nuts', '2023-01-01', "I'm allergic to walnuts."),
  user('birthday', '2023-02-01', 'My birthday is 3 May.'),
  user('birthday2', '2023-02-02', 'Actually, my birthday is 4 May, not 3 May.'),
  user('sister', '2023-03-01', 'My sister Clara is a vet.'),
  user('oslo', '2023-03-02', 'My sister Clara moved to Oslo on 1 March 2023.'),
  user('bergen', '2023-03-03', 'My sister Clara moved to Bergen on 1 March 2023.'),
  user('teal', '2023-04-01', 'My favourite colour is teal.'),
  {
    ...user('claim', '2023-05-01', 'Since you live in Paris, you could take the metro.'),
    speaker: 'Helper',
    role: 'assistant',
  },
  user('garden', '2023-06-01', 'We planted tomatoes and basil in the garden.'),
];

async function ask(client: Client, text: string, over: Partial<InputOf<'chat.ask'>> = {}): Promise<ChatReply> {
  return client.stream('chat.ask', { text, ...over }, { onChunk: () => undefined });
}

const firstLine = ({ answer }: ChatReply): string => answer.split('\n')[0] ?? '';
const bare = (reply: ChatReply): string => firstLine(reply).replace(/ \[\d+\]/g, '');
const turnsOf = ({ citations }: ChatReply, n: number): readonly string[] =>
  citations.filter((citation) => citation.n === n).flatMap(({ turnIds }) => turnIds);

describe('the answer contract in a chat without a model', () => {
  let folder: Folder;
  let opened: Opened;
  let client: Client;
  beforeAll(async () => {
    folder = await makeFolder();
    opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
    client = opened.client;
    await importLines(client, folder, HISTORY);
    await client.call('codex.settle', {});
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('begins with what holds now, cited to the words that say it', async () => {
    const reply = await ask(client, 'Where do I live?');
    expect(firstLine(reply)).toBe('You live in Ghent, since 2 May 2022 [1].');
    expect(turnsOf(reply, 1)).toEqual(['ghent']);
    const { turn } = await client.call('turns.get', { id: 'ghent' as TurnId, around: 0 });
    expect(turn.text).toContain(reply.citations[0]?.quote ?? 'nothing');
    expect(reply.mode).toBe('evidence');
  });

  it('gives a superseded value asked for by date with its interval', async () => {
    const reply = await ask(client, 'Where did I live in 2020?');
    expect(bare(reply)).toBe('You lived in Porto, until 2 May 2022.');
    expect(turnsOf(reply, 1)).toEqual(['porto']);
  });

  it('does not repeat what an assistant said about the person', async () => {
    expect((await ask(client, 'Where do I live?')).answer).not.toContain('Paris');
    expect((await ask(client, 'Which city do I live in?')).answer).not.toContain('Paris');
  });

  it('says nothing of what was never said', async () => {
    const reply = await ask(client, 'What is my shoe size?');
    expect(reply.answer).not.toMatch(/^You/);
    const other = await ask(client, 'Who is my landlord?');
    expect(other.answer).not.toMatch(/^You/);
  });

  it('lists and counts all of them', async () => {
    expect(bare(await ask(client, 'Which languages do I speak?'))).toBe('You speak Turkish and Dutch.');
    const reply = await ask(client, 'How many pets do I have?');
    expect(bare(reply)).toBe('You have 2 pets: Miso and Bo.');
    expect([...turnsOf(reply, 1), ...turnsOf(reply, 2)]).toEqual(['cat', 'dog']);
  });

  it('subtracts dates by code', async () => {
    const reply = await ask(client, 'How long have I lived in Ghent?', { asOf: '2024-08-15T10:00:00Z' });
    expect(bare(reply)).toBe('You have lived in Ghent for 2 years and 3 months (since 2 May 2022).');
  });

  it('gives the corrected value and not the wrong one', async () => {
    const reply = await ask(client, 'When is my birthday?');
    expect(bare(reply)).toBe('Your birthday is 4 May.');
    expect(turnsOf(reply, 1)).toEqual(['birthday2']);
  });

  it('states both sides of a conflict with their dates', async () => {
    const reply = await ask(client, 'Where does my sister live?');
    expect(bare(reply)).toBe(
      'Clara lives in Oslo (said on 2 March 2023) or Bergen (said on 3 March 2023); these conflict, and nothing settles which is right.',
    );
    expect([...turnsOf(reply, 1), ...turnsOf(reply, 2)]).toEqual(['oslo', 'bergen']);
    expect(bare(await ask(client, 'Who is my sister?'))).toBe('Your sister is Clara.');
  });

  it('keeps the derivation in the trace', async () => {
    const reply = await ask(client, 'How long have I lived in Ghent?', { asOf: '2024-08-15T10:00:00Z' });
    const trace = await client.call('traces.get', { id: reply.trace as NonNullable<typeof reply.trace> });
    expect(trace.derivation).toMatchObject({
      operation: 'temporal_arithmetic',
      subject: 'me',
      relations: ['lives in'],
      outcome: 'known',
      surface: 'You have lived in Ghent for 2 years and 3 months (since 2 May 2022).',
      removed: [],
    });
    expect(trace.derivation?.steps.at(-1)).toBe('2 years, 3 months, 13 days; 836 days in all');
    expect(trace.derivation?.revisions).toHaveLength(1);
  });

  it('learns from the chat itself, and hears a correction', async () => {
    const told = await ask(client, 'My favourite colour is ochre now.');
    await client.call('codex.settle', {});
    expect(bare(await ask(client, 'What is my favourite colour?', { conversationId: told.conversationId }))).toContain(
      'ochre',
    );
  });

  it('tells of both people of one name, and which is which', async () => {
    await importLines(client, folder, [
      { ...user('friend', '2023-07-01', 'My friend Sam lives in Genoa.'), conversation: 'friend' },
      { ...user('other', '2023-07-02', 'My neighbour Sam lives in Turin.'), conversation: 'other' },
    ]);
    await client.call('codex.settle', {});
    const found = await client.call('codex.facts', { subject: 'Sam', history: true });
    const revisionIds = [...found.facts, ...found.incoming]
      .filter(({ evidence }) => evidence.some(({ turnId }) => turnId === 'other'))
      .map(({ id }) => id);
    if (found.alsoNamed.length === 0 && found.subject)
      await client.call('codex.split', { id: found.subject.id, revisionIds, name: 'Sam' });
    const said = bare(await ask(client, 'Where does Sam live?'));
    expect(said).toContain('Sam (your friend) lives in Genoa');
    expect(said).toContain('Sam (your neighbour) lives in Turin');

    // News of the one leaves what was moved to the other where it is.
    if (!found.subject) throw new Error('nobody is called Sam');
    const subject = { kind: 'entity' as const, id: found.subject.id };
    const pisa = { kind: 'name' as const, name: 'Pisa' };
    await client.call('codex.add', { subject, relation: 'lives in', object: pisa });
    const later = bare(await ask(client, 'Where does Sam live?'));
    expect(later).toContain('Sam (your friend) lives in Pisa');
    expect(later).toContain('Sam (your neighbour) lives in Turin');
  });
});

describe.skipIf(!hasChatModel)('the answer contract with a chat model', () => {
  it('gives the model what is known, and lets no other value stand', async () => {
    await using folder = await makeFolder();
    await using opened = await openReal(join(folder.path, 'data'), {
      hasModel: true,
      launchHost: launchNodeHost({ hostPath: join(repository, 'out/main/host.js') }),
    });
    const { client } = opened;
    await importLines(client, folder, HISTORY);
    await client.call('codex.settle', {});
    const reply = await ask(client, 'Where do I live?');
    expect(reply).toMatchObject({ mode: 'model', status: 'complete' });
    const trace = await client.call('traces.get', { id: reply.trace as NonNullable<typeof reply.trace> });
    expect(trace.prompt?.text).toContain('[1] Known: You live in Ghent, since 2 May 2022 [1]. (“I moved to Ghent');
    expect(reply.answer).toContain('Ghent');
    expect(reply.answer).not.toContain('Paris');
    expect(reply.citations.flatMap(({ turnIds }) => turnIds)).toContain('ghent');
    expect(reply.answer).not.toContain('Porto');

    const pets = await ask(client, 'How many pets do I have?');
    expect(pets.answer).toMatch(/\b(?:2|two)\b/i);
    expect(pets.citations.length).toBeGreaterThan(0);
  });
});
