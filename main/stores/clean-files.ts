import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { cleanPages, findFirstBlock } from './clean-pages.pure.ts';

type Options = Parameters<NodeFS['init']>[1];
type Module = Parameters<NonNullable<Options['preRun']>[number]>[0];

type Node = { readonly name: string };
type Stream = { readonly node: Node };
type Write = (stream: Stream, bytes: Int8Array, offset: number, length: number, position: number) => number;
/** What is used of Emscripten's file system over Node's, which its own types keep closed. */
type NodeFiles = { readonly stream_ops: { write: Write }; readonly realPath: (node: Node) => string };

/** Cleans what is about to be written to a file that `pathOf` knows the path of. */
export function createPageCleaner<N extends object>(pathOf: (node: N) => string) {
  const firstBlocks = new WeakMap<N, { readonly value: number | null }>();
  return (node: N, bytes: Uint8Array, position: number): void => {
    const known = firstBlocks.get(node) ?? { value: findFirstBlock(pathOf(node)) };
    firstBlocks.set(node, known);
    if (known.value !== null) cleanPages({ bytes, position, firstBlock: known.value });
  };
}

/** PGlite's folder on the disk, where no page keeps bytes of rows that are gone. */
export class CleanFiles extends NodeFS {
  override async init(pg: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), cleanWrites] } };
  }
}

function cleanWrites({ FS }: Module): void {
  // Every start of PGlite makes a module of its own, so nobody else's writes are changed.
  const files = FS.filesystems.NODEFS as unknown as NodeFiles;
  const clean = createPageCleaner(files.realPath);
  const { write } = files.stream_ops;
  files.stream_ops.write = (stream, bytes, offset, length, position) => {
    clean(stream.node, new Uint8Array(bytes.buffer, bytes.byteOffset + offset, length), position);
    return write(stream, bytes, offset, length, position);
  };
}
