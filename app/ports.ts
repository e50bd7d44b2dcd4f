import { type IpcMainEvent, ipcMain, MessageChannelMain, type MessagePortMain } from 'electron';
import { isTrustedSender } from './policy/sender.pure.ts';

/** The page asks for a port (through the preload); the shell hands one end to it and the other to the engine. */
export const HELLO = 'palimpsest:hello';
export const PORT = 'palimpsest:port';

function senderOf(event: IpcMainEvent) {
  const frame = event.senderFrame;
  return frame ? { url: frame.url, isTopFrame: frame.parent === null } : null;
}

/** Answers each page's hello with a port whose other end goes to `connect`. */
export function handOutPorts(connect: (port: MessagePortMain) => void): void {
  ipcMain.on(HELLO, (event) => {
    if (!isTrustedSender(senderOf(event))) return;
    const { port1, port2 } = new MessageChannelMain();
    connect(port1);
    event.senderFrame?.postMessage(PORT, null, [port2]);
  });
}
