/** What somebody finds who has never heard of Palimpsest. */
export const readmeOf = (about: {
  readonly exportedAt: string;
  readonly fingerprint: string | null;
}): string => `A record of memory
==================

This is an audit bundle of Palimpsest, a private chat app that keeps its history
as a chain of records. It was written on ${about.exportedAt}.

To read it:    open viewer.html in a browser. It needs no network and sends nothing.
To check it:   node verify.mjs THE-BUNDLE.zip [--key FINGERPRINT]
               (Node 18 or newer; the zip itself, not the unpacked folder),
               or "palimpsest audit verify THE-BUNDLE.zip", or the viewer, which
               checks what it shows.

A checker inside a bundle proves nothing to somebody who does not trust whoever
made the bundle: take one from a place you trust, or write one. docs/audit-format.md
in the source of Palimpsest describes every byte.

${
  about.fingerprint === null
    ? `This bundle is not signed. Accidents show; deliberate changes by whoever handled
it might not.`
    : `Signed by the key with this fingerprint:
    ${about.fingerprint}
Ask the owner, in another way than by this file, whether it is theirs.`
}

What is in it
  journal/        every record ever written, in order. Records that were forgotten,
                  covered up or are outside of the chosen part have no body: only
                  a commitment to it, so that the chain still holds.
  state.json      what was believed at the chosen times, and on what it rests
  traces/         how answers were found
  config.json     settings, models and their hashes, without secrets
  head.json       the end of the chain
  manifest.json   the SHA-256 of each file, and what was covered up
  signature.json  the signature of the manifest, where it is signed
  viewer.html     the page, which carries the bundle itself
  verify.mjs      the script
`;
