/** What the library loads in a worker of its own; it comes without types, and only its presence matters. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: unknown;
}
