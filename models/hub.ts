import { AppError } from '../main/contract/errors.ts';
import { isAbort, throwIfAborted } from '../main/lib/abort.ts';
import type { Clock } from '../main/lib/clock.ts';

export type OutgoingConnection = {
  /** ISO instant at which it ended. */
  readonly at: string;
  readonly host: string;
  readonly purpose: string;
  readonly bytes: number;
};

export type HubOptions = {
  readonly hubUrl: string;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly onConnection: (connection: OutgoingConnection) => void;
  /** Longest silence of the other side. */
  readonly stallMs: number;
};

export type HubFile = { readonly url: string; readonly bytes: number | null; readonly sha256: string | null };

const MAX_REDIRECTS = 5;
const NO_NETWORK =
  'The model hub could not be reached. Check the connection, or set PALIMPSEST_MODELS to a folder that holds the model.';

const networkFailed = (cause: unknown, details: Record<string, string | number> = {}): AppError =>
  new AppError('network.failed', NO_NETWORK, { retry: 'later', details, cause });

/** Size and SHA-256 as the hub states them for a file, asked without downloading it. */
export async function askHub(
  { repo, revision, file }: { readonly repo: string; readonly revision: string; readonly file: string },
  options: HubOptions,
): Promise<HubFile> {
  const url = new URL(`${repo}/resolve/${revision}/${encodeURIComponent(file)}`, withSlash(options.hubUrl)).href;
  const { response, end } = await request(url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } }, options);
  end(0);
  // The hub answers large files with a redirect that carries the hash of what it leads to.
  if (response.status >= 400) throw networkFailed(undefined, { status: response.status });
  const tag = response.headers.get('x-linked-etag') ?? response.headers.get('etag') ?? '';
  const sha256 = /^(?:W\/)?"?([0-9a-f]{64})"?$/i.exec(tag)?.[1]?.toLowerCase() ?? null;
  const isRedirect = response.status >= 300;
  const size = response.headers.get('x-linked-size') ?? (isRedirect ? null : response.headers.get('content-length'));
  return { url, bytes: size === null ? null : Number(size), sha256 };
}

export type Download = {
  /** First byte of the body in the file. */
  readonly fromByte: number;
  readonly etag: string | null;
  readonly chunks: AsyncIterable<Uint8Array>;
};

/** Opens a download from `fromByte` on where the other side still has the same file, else from the start. */
export async function openDownload(
  url: string,
  { fromByte, etag }: { readonly fromByte: number; readonly etag: string | null },
  options: HubOptions,
): Promise<Download> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (fromByte > 0) headers.range = `bytes=${fromByte}-`;
  if (fromByte > 0 && etag !== null) headers['if-range'] = etag;
  const { response, end } = await follow(url, { method: 'GET', headers }, options);
  if (response.status === 416) {
    end(0);
    return openDownload(url, { fromByte: 0, etag: null }, options);
  }
  if ((response.status !== 200 && response.status !== 206) || response.body === null) {
    end(0);
    throw networkFailed(undefined, { status: response.status });
  }
  const range = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '');
  const startsAt = response.status === 206 ? Number(range?.[1] ?? Number.NaN) : 0;
  if (response.status === 206 && startsAt !== fromByte) {
    end(0);
    throw networkFailed(undefined, { status: 206 });
  }
  const strongTag = response.headers.get('etag');
  return {
    fromByte: startsAt,
    etag: strongTag?.startsWith('W/') ? null : strongTag,
    chunks: readBody(response.body, end, options),
  };
}

type Answer = { readonly response: Response; readonly end: (bytes: number) => void };

/** Follows redirects one by one, so that every host that is spoken to is reported. */
async function follow(url: string, init: RequestInit, options: HubOptions): Promise<Answer> {
  let current = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await request(current, init, options);
    const location = answer.response.headers.get('location');
    if (answer.response.status < 300 || answer.response.status >= 400 || location === null) return answer;
    answer.end(0);
    const next = new URL(location, current);
    // A redirect may leave the host, but never encryption.
    if (next.protocol !== 'https:' && next.protocol !== new URL(url).protocol) throw networkFailed(undefined);
    current = next.href;
  }
  throw networkFailed(undefined, { redirects: MAX_REDIRECTS });
}

async function request(url: string, init: RequestInit, options: HubOptions): Promise<Answer> {
  throwIfAborted(options.signal);
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), options.stallMs);
  const signal = options.signal ? AbortSignal.any([options.signal, stalled.signal]) : stalled.signal;
  const report = (bytes: number): void =>
    options.onConnection({
      at: options.clock.now().toISOString(),
      host: new URL(url).host,
      purpose: init.method === 'HEAD' ? 'ask for a model' : 'download a model',
      bytes,
    });
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    return {
      response,
      end: (bytes) => {
        // A body that is not read would keep the socket open.
        if (!response.bodyUsed) void response.body?.cancel().catch(() => undefined);
        report(bytes);
      },
    };
  } catch (error) {
    report(0);
    throwIfAborted(options.signal);
    throw networkFailed(error);
  } finally {
    clearTimeout(timer);
  }
}

async function* readBody(
  body: ReadableStream<Uint8Array>,
  end: (bytes: number) => void,
  options: HubOptions,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await readOrStall(reader, options);
      if (done) return;
      bytes += value.length;
      yield value;
    }
  } catch (error) {
    throwIfAborted(options.signal);
    if (isAbort(error) || error instanceof AppError) throw error;
    throw networkFailed(error);
  } finally {
    await reader.cancel().catch(() => undefined); // already closed or broken: nothing left to free
    end(bytes);
  }
}

async function readOrStall(reader: ReadableStreamDefaultReader<Uint8Array>, { stallMs }: HubOptions) {
  let timer: NodeJS.Timeout | undefined;
  const stall = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(networkFailed(undefined, { stalledMs: stallMs })), stallMs);
  });
  try {
    return await Promise.race([reader.read(), stall]);
  } finally {
    clearTimeout(timer);
  }
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
