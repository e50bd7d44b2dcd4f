import { app, BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';

const isMac = process.platform === 'darwin';

function buildTemplate(hasDevTools: boolean): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (hasDevTools) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' });
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: [isMac ? { role: 'close' } : { role: 'quit', label: '&Quit Palimpsest' }] },
    { role: 'editMenu' },
    { label: '&View', submenu: view },
    { role: 'windowMenu' },
  ];
}

/** The application menu: shortcuts people know, and nothing that leads out of the app. */
export function installMenu(options: { readonly hasDevTools: boolean }): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(buildTemplate(options.hasDevTools)));
}

/** Electron has no context menu of its own; copy and paste belong to any text. */
export function installContextMenu(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_menuEvent, at) => {
      const items: MenuItemConstructorOptions[] = at.isEditable
        ? [
            { role: 'undo' },
            { role: 'redo' },
            { type: 'separator' },
            { role: 'cut' },
            { role: 'copy' },
            { role: 'paste' },
          ]
        : at.selectionText.trim() === ''
          ? []
          : [{ role: 'copy' }];
      if (items.length === 0) return;
      const window = BrowserWindow.fromWebContents(contents);
      Menu.buildFromTemplate([...items, { type: 'separator' }, { role: 'selectAll' }]).popup(window ? { window } : {});
    });
  });
}
