import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { readExpectedKey } from '../main/audit/verify/keys.pure.ts';
import { type Platform, verifyBundle } from '../main/audit/verify/verify.pure.ts';

// Checks an audit bundle of Palimpsest: node verify.mjs BUNDLE.zip [--key FINGERPRINT] [--json]
// It needs Node 18 and nothing else, reads that one file, and writes nothing but its report.

const platform: Platform = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  inflate: async (packed, maxBytes) => inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) }),
  breathe: async () => undefined,
};

const USAGE = 'Usage: node verify.mjs BUNDLE.zip [--key FINGERPRINT] [--json]';

function readArguments(argv: readonly string[]) {
  const words = argv.filter((word) => word !== '--json');
  const at = words.indexOf('--key');
  const key = at === -1 ? null : (words[at + 1] ?? '');
  const files = words.filter((_, n) => at === -1 || (n !== at && n !== at + 1));
  const expectedKey = key === null ? null : readExpectedKey(key, platform.sha256);
  const isWrong = files.length !== 1 || files[0]?.startsWith('-') || (key !== null && expectedKey === null);
  return isWrong ? null : { path: files[0] ?? '', expectedKey, isJson: argv.includes('--json') };
}

async function run(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  if (asked === null) {
    console.error(USAGE);
    return 2;
  }
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(asked.path);
  } catch {
    // Why does not matter to what can be done about it.
    console.error('That file cannot be read. Give the zip itself, not the folder that it was unpacked to.');
    return 1;
  }
  const report = await verifyBundle(platform, { bytes, expectedKey: asked.expectedKey, isEmbedded: false });
  if (asked.isJson) console.log(JSON.stringify(report));
  else {
    console.log(report.ok ? 'Unbroken and unchanged.' : `Not sound: ${report.problems.length} problem(s).`);
    for (const { check, message } of report.problems) console.log(`- ${message} [${check}]`);
    for (const note of report.notes) console.log(`Note: ${note}`);
    if (report.fingerprint !== null) console.log(`Key: ${report.fingerprint}`);
    for (const [name, count] of Object.entries(report.counts)) console.log(`  ${name}: ${count}`);
  }
  return report.ok ? 0 : 1;
}

process.exitCode = await run();
