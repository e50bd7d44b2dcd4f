import { app, BrowserWindow, dialog, shell, type WebContents } from 'electron';
import { planNavigation } from './policy/navigation.pure.ts';

/** Shows the host before anything leaves Palimpsest: the text of a link can say one thing and its address another. */
async function askToOpen(url: string, host: string, contents: WebContents): Promise<void> {
  const options = {
    type: 'question' as const,
    message: `Open ${host} in your browser?`,
    detail: `${url}\n\nPalimpsest itself never visits a page. Your browser will connect to ${host}.`,
    buttons: ['Open in browser', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const window = BrowserWindow.fromWebContents(contents);
  const { response } = window ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options);
  if (response === 0) await shell.openExternal(url);
}

function leave(target: string, contents: WebContents): void {
  const plan = planNavigation(target);
  if (plan.kind !== 'ask') return;
  askToOpen(plan.url, plan.host, contents).catch(() => console.error('The link could not be opened.'));
}

/** Denies navigation, redirects, new windows and webviews in every page that will ever exist. */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (planNavigation(event.url).kind === 'stay' && event.isMainFrame) return;
      event.preventDefault();
      leave(event.url, contents);
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      leave(url, contents);
      return { action: 'deny' };
    });
  });
}
