import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { PARSER_LIMITS } from '../limits.pure.ts';
import { type FromParser, type ParsedText, ToParser } from '../parsed-text.pure.ts';
import { readDocx } from './docx.ts';
import { readHtmlFile } from './html.ts';
import { readPdf } from './pdf.ts';
import { UnreadableFile } from './unreadable.ts';

const POLITE = 10;
const PAGES_A_MESSAGE = 20;

/** Entry of the process that reads one document: whatever is in the file, it can only take this process down. */
function main(): void {
  try {
    setPriority(POLITE);
  } catch {
    // Only politeness: some systems do not let a process lower itself.
  }
  watchMemory();
  process.once('message', (message) => {
    void read(ToParser.parse(message));
  });
}

/** A thread of its own: the one that reads may be busy for seconds, and what it holds outside the heap knows no limit. */
function watchMemory(): void {
  const code = `setInterval(() => { if (process.memoryUsage.rss() > ${PARSER_LIMITS.residentBytes}) process.kill(process.pid, 'SIGKILL'); }, 100)`;
  const watcher = new Worker(code, { eval: true });
  watcher.unref();
}

const send = (message: FromParser): void => {
  process.send?.(message);
};

/** The channel ends when its last message is out, and with it the process. */
const end = (message: FromParser): void => {
  process.send?.(message, () => process.disconnect());
};

async function read({ path, format }: ToParser): Promise<void> {
  try {
    if (format === 'pdf') await sendPdf(path);
    else {
      const page =
        format === 'docx' ? { ...(await readDocx(path)), isGuessedEncoding: false } : await readHtmlFile(path);
      if (page.text.trim() === '') throw new UnreadableFile('no-text');
      send({ kind: 'part', text: page.text, marks: page.marks });
      end({
        ...{ kind: 'done', title: page.title, pages: null, pagesWithoutText: 0 },
        isGuessedEncoding: page.isGuessedEncoding,
      });
    }
  } catch (error) {
    end({ kind: 'failed', why: whyOf(error) });
  }
}

async function sendPdf(path: string): Promise<void> {
  let waiting: ParsedText[] = [];
  const flush = (): void => {
    for (const { text, marks } of waiting) send({ kind: 'part', text, marks });
    waiting = [];
  };
  const pdf = await readPdf(path, {
    onPage: (page, done, total) => {
      waiting.push(page);
      if (done % PAGES_A_MESSAGE !== 0 && done < total) return;
      flush();
      send({ kind: 'progress', done, total });
    },
  });
  end({ kind: 'done', ...pdf, isGuessedEncoding: false });
}

function whyOf(error: unknown): Extract<FromParser, { kind: 'failed' }>['why'] {
  if (error instanceof UnreadableFile) return error.why;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'EACCES') return 'missing';
  return error instanceof RangeError ? 'too-deep' : 'damaged';
}

main();
