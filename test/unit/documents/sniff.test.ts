import { describe, expect, it } from 'vitest';
import { sniff } from '../../../main/documents/sniff.pure.ts';
import { makeZip } from '../importing/zip-builder.ts';

const look = (bytes: string | Uint8Array) => {
  const buffer = Buffer.from(bytes as Uint8Array);
  return sniff(buffer.subarray(0, 4_096), buffer);
};
const zip = (...names: readonly string[]) => makeZip(names.map((name) => ({ name, content: 'x' })));

describe('documents/sniff', () => {
  it.each([
    ['%PDF-1.7', '%PDF-1.7\n', { kind: 'document', format: 'pdf' }],
    ['a PDF behind rubbish', `${'x'.repeat(500)}%PDF-1.4`, { kind: 'document', format: 'pdf' }],
    ['a text about PDF', `${'x'.repeat(2_000)}%PDF-1.4`, { kind: 'other' }],
    ['a page', '<!DOCTYPE html><html>', { kind: 'document', format: 'html' }],
    [
      'a page with a mark and a comment',
      '\ufeff <!-- saved --> <HTML lang="de">',
      { kind: 'document', format: 'html' },
    ],
    ['a page in UTF-16', Buffer.from('\ufeff<html><p>', 'utf16le'), { kind: 'document', format: 'html' }],
    ['Markdown with a tag', '<b>bold</b> words', { kind: 'other' }],
    ['a tag that begins alike', '<header>words', { kind: 'other' }],
    ['a Word document', zip('[Content_Types].xml', 'word/document.xml'), { kind: 'document', format: 'docx' }],
    ['a sheet', zip('[Content_Types].xml', 'xl/workbook.xml'), { kind: 'foreign', what: 'spreadsheet' }],
    ['an export', zip('conversations.json', 'word/document.xml'), { kind: 'zip' }],
    ['an empty zip', zip(), { kind: 'zip' }],
    ['half a zip', zip('[Content_Types].xml', 'word/document.xml').subarray(0, 90), { kind: 'zip' }],
    ['RTF', '{\\rtf1', { kind: 'foreign', what: 'rtf' }],
    ['nothing', '', { kind: 'other' }],
  ])('%s', (_, bytes, expected) => {
    expect(look(bytes)).toEqual(expected);
  });
});
