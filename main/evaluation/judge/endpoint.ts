import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { throwIfAborted } from '../../lib/abort.ts';
import type { Completing, JudgeModel } from './judge-model.ts';

export type EndpointConnection = { readonly host: string; readonly isRemote: boolean; readonly bytes: number };

export type EndpointOptions = {
  /** Up to and with `/v1`, as OpenAI-compatible servers have it. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Without it everything but this machine is refused: what is asked holds what people said. */
  readonly isRemoteAllowed?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  readonly seed?: number | undefined;
  /** Told of each request that was made. */
  readonly onConnection?: ((connection: EndpointConnection) => void) | undefined;
};

const TIMEOUT_MS = 300_000;
/** A reply to a question is a few kilobytes. */
const REPLY_LIMIT = 4 * 1024 * 1024;

const Reply = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullable() }) }))
    .min(1)
    .readonly(),
  usage: z.object({ prompt_tokens: z.int().min(0) }).nullish(),
});

/** Whether an address is this machine's own: 127.0.0.0/8, ::1, localhost. */
export function isOwnMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** A language model that the user serves by the usual chat interface. Nothing is sent before something is asked. */
export function openEndpoint(options: EndpointOptions): JudgeModel {
  const base = readEndpoint(options.url, options.isRemoteAllowed === true);
  const isRemote = !isOwnMachine(base.hostname);
  const address = new URL(`${base.pathname.replace(/\/$/, '')}/chat/completions`, base);
  return {
    name: options.model,
    hash: createHash('sha256').update(`${options.model}\u0000${base.href}`).digest('hex'),
    isRemote,
    complete: async (completing, signal) => {
      throwIfAborted(signal);
      const { text, status } = await post({ address, isRemote, options }, completing, signal);
      if (status !== 200) throw refused(status);
      const parsed = Reply.safeParse(parseJson(text));
      const [choice] = parsed.data?.choices ?? [];
      if (parsed.data === undefined || choice === undefined)
        throw new AppError('system.unusable', 'The endpoint replied with something that is no chat completion.');
      return { text: choice.message.content ?? '', promptTokens: parsed.data.usage?.prompt_tokens ?? null };
    },
  };
}

/** The address of a model that the user serves; one on another machine only where that is allowed. */
export function readEndpoint(url: string, isRemoteAllowed: boolean): URL {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.username !== '' || address.search !== '')
    throw new AppError('usage.invalid', 'The endpoint has to be an address such as http://127.0.0.1:8080/v1.');
  if (!isRemoteAllowed && !isOwnMachine(address.hostname))
    throw new AppError(
      'usage.invalid',
      'The address is not on this machine, and what would be sent holds what people said. Name one on 127.0.0.1, or allow it.',
    );
  return address;
}

type Place = { readonly address: URL; readonly isRemote: boolean; readonly options: EndpointOptions };

async function post(
  { address, isRemote, options }: Place,
  { messages, schema, maxTokens }: Completing,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly status: number }> {
  const { model, apiKey, seed = 0, timeoutMs = TIMEOUT_MS, onConnection } = options;
  const format = { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } };
  const body = {
    ...{ model, messages, temperature: 0, top_p: 1, seed, max_tokens: maxTokens, stream: false },
    ...(schema === null ? {} : { response_format: format }),
  };
  const late = AbortSignal.timeout(timeoutMs);
  let bytes = 0;
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      // Followed, it could lead off this machine.
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    });
    const text = await readLimited(response);
    bytes = Buffer.byteLength(text);
    return { text, status: response.status };
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof AppError) throw error;
    if (late.aborted) throw new AppError('system.timeout', `The endpoint did not reply within ${timeoutMs / 1_000} s.`);
    throw new AppError('network.failed', 'The endpoint cannot be reached. Check that its server runs.', {
      retry: 'later',
      cause: error,
    });
  } finally {
    onConnection?.({ host: address.host, isRemote, bytes });
  }
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > REPLY_LIMIT)
      throw new AppError('system.unusable', 'The endpoint replied with more than a chat completion can be.');
  }
  return text + decoder.decode();
}

/** What the server says of it may repeat what was asked, so only its number is told. */
function refused(status: number): AppError {
  const why =
    status === 401 || status === 403
      ? 'It wants a key, or another one.'
      : status === 404
        ? 'It has no chat completions there, or no such model; the address usually ends in /v1.'
        : 'See what its server says.';
  return new AppError('system.failed', `The endpoint replied with status ${status}. ${why}`, { details: { status } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the caller says that it is no completion
  }
}
