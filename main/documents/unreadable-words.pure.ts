import { AppError, type ErrorCode } from '../contract/errors.ts';
import { unreachable } from '../lib/assert.ts';
import type { ToParser, Unreadable } from './parsed-text.pure.ts';
import type { Foreign } from './sniff.pure.ts';

const NAME: Readonly<Record<ToParser['format'], string>> = { pdf: 'PDF', docx: 'Word document', html: 'web page' };

/** What is so, then what to do. */
export function toUnreadable(why: Unreadable, format: ToParser['format']): AppError {
  const it = NAME[format];
  const fail = (message: string, code: ErrorCode = 'import.unreadable') =>
    new AppError(code, message, { details: { why } });
  switch (why) {
    case 'encrypted':
      return fail(`This ${it} is locked with a password. Save a copy without the password and add that.`);
    case 'damaged':
      return fail(`This ${it} is damaged and cannot be read. Get or save it again.`);
    case 'cut-off':
      return fail(`This ${it} ends in the middle: a part of it is missing. Download or copy it again.`);
    case 'no-text':
      return fail(
        format === 'html'
          ? 'There is no text in this web page. If it belongs to an export of a chat app, import the whole export instead.'
          : `There is no text in this ${it}.`,
      );
    case 'scanned':
      return fail(
        `This ${it} holds pictures of pages and no text, so there is nothing to find. Run text recognition (OCR) on it and add the result.`,
      );
    case 'too-large':
      return fail(
        `There is more text in this ${it} than twenty thick books hold. Split it into smaller files.`,
        'import.too-large',
      );
    case 'bomb':
      return fail(`This ${it} unpacks to far more than any real one does. It was not opened.`, 'import.too-large');
    case 'too-deep':
      return fail(`This ${it} is nested deeper than any real one. It was not read.`);
    case 'too-slow':
      return fail(`Reading this ${it} took too long and was stopped. Split it into smaller files, or save it as text.`);
    case 'out-of-memory':
      return fail(
        `Reading this ${it} took too much memory and was stopped. Split it into smaller files, or save it as text.`,
        'import.too-large',
      );
    case 'missing':
      return fail('The file cannot be read. Check that it is there and that you may read it.');
    default:
      return unreachable(why);
  }
}

const FOREIGN: Readonly<Record<Foreign, string>> = {
  'old-office':
    'This is an old Word or Office file, or one that is locked with a password. Open it and save it as .docx without a password.',
  spreadsheet: 'This is a spreadsheet. Save it as PDF, or as text (CSV), and add that.',
  slides: 'This is a presentation. Save it as PDF and add that.',
  rtf: 'This is an RTF file. Save it as .docx or as text and add that.',
  opendocument: 'This is an OpenDocument file. Save it as .docx or PDF and add that.',
  epub: 'This is an e-book (EPUB). Convert it to PDF or text and add that.',
  picture: 'This is a picture. There is no text in it to remember.',
  program: 'This is a program and not a document.',
};

export const toForeign = (what: Foreign): AppError =>
  new AppError('import.unreadable', FOREIGN[what], { details: { why: what } });
