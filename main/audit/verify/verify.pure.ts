import { AuditChain } from './chain.pure.ts';
import { checkFiles, type VerifyInput } from './contents.pure.ts';
import { fingerprintOf } from './keys.pure.ts';
import type { Manifest } from './manifest.pure.ts';
import { checkKey, checkSignature, checkViewer } from './proof.pure.ts';
import { type AuditReport, Problems } from './report.pure.ts';
import { StateCheck } from './state.pure.ts';
import { checkListed, openManifest, type Platform, ZIP_SAYS, zipFix } from './unpack.pure.ts';
import { readZip } from './zip.pure.ts';

export type { Platform } from './unpack.pure.ts';

/** Checks a bundle, byte by byte, and names every fault. It never throws on what a bundle holds. */
export async function verifyBundle(platform: Platform, input: VerifyInput): Promise<AuditReport> {
  const problems = new Problems();
  const zip = readZip(input.bytes);
  for (const { check, file } of zip.faults)
    problems.add({ check, file: file === '' ? null : file, message: ZIP_SAYS[check], fix: zipFix(check) });
  const entries = new Map(zip.entries.map((entry) => [entry.name, entry]));
  const manifest = await openManifest({ platform, entries, problems });
  if (manifest === null) return reportOf({ problems, manifest: null, chain: null, state: null, fingerprint: null });
  checkListed({ manifest, entries, problems, isEmbedded: input.isEmbedded });
  const signature = await checkSignature({ platform, manifest, entries, problems });
  const chain = new AuditChain({ covered: manifest.covered, problems, sha256: platform.sha256 });
  const state = new StateCheck(problems);
  await checkFiles({ platform, manifest, entries, problems, chain, state, input });
  chain.finish();
  state.finish();
  if (chain.last?.seq !== manifest.head.seq || chain.last.hash !== manifest.head.hash) {
    const message = `The journal ends at record ${chain.last?.seq ?? 0}, which is not the end that the manifest names (record ${manifest.head.seq}).`;
    problems.add({ check: 'journal.truncated', file: 'manifest.json', seq: manifest.head.seq, message });
  }
  checkKey({ problems, expectedKey: input.expectedKey, signature, sha256: platform.sha256 });
  if (!input.isEmbedded) await checkViewer({ platform, manifest, zip: zip.entries, problems });
  const fingerprint = signature === null ? null : fingerprintOf(signature.publicKey, platform.sha256);
  return reportOf({ problems, manifest, chain, state, fingerprint });
}

type Ending = {
  readonly problems: Problems;
  readonly manifest: Manifest | null;
  readonly chain: AuditChain | null;
  readonly state: StateCheck | null;
  /** Of the key whose signature fits. */
  readonly fingerprint: string | null;
};

function reportOf({ problems, manifest, chain, state, fingerprint }: Ending): AuditReport {
  return {
    ok: problems.isEmpty,
    problems: problems.list(),
    notes: manifest === null ? [] : notesOf(manifest, fingerprint),
    counts: {
      ...{ files: manifest?.files.length ?? 0, records: chain?.records ?? 0, open: chain?.open ?? 0 },
      ...{
        covered: chain?.covered ?? 0,
        erased: chain?.erased ?? 0,
        facts: state?.facts ?? 0,
        traces: state?.traces ?? 0,
      },
    },
    head: chain?.last ?? null,
    isSigned: manifest?.isSigned ?? false,
    fingerprint,
    exportedAt: manifest?.exportedAt ?? null,
  };
}

function notesOf(manifest: Manifest, fingerprint: string | null): readonly string[] {
  return [
    fingerprint !== null
      ? `Signed by the key ${fingerprint}. Ask the owner, in another way than by this file, whether that is theirs: anybody can sign a bundle with a key of their own.`
      : manifest.isSigned
        ? 'It should be signed, and no signature fits: nothing in it can be relied on.'
        : 'Nothing is signed. Accidents and careless changes show, but whoever made or handled this file could have written all of it anew; records at the end could be missing.',
    'A sound bundle shows that nothing was changed since. It says nothing about whether what was said is true.',
    ...(manifest.tracesLeftOut > 0
      ? [
          `${manifest.tracesLeftOut} traces of answers were left out, because they quote what is covered up or outside of the scope.`,
        ]
      : []),
  ];
}
