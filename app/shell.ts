import { join } from 'node:path';
import { app, BrowserWindow, dialog, powerMonitor, session, utilityProcess } from 'electron';
import { guardContents } from './guard.ts';
import { askKeychain } from './keychain.ts';
import { installContextMenu, installMenu } from './menu.ts';
import { chooseDataFolder } from './policy/data-folder.pure.ts';
import { CHROMIUM_SWITCHES } from './policy/web-preferences.pure.ts';
import { handOutPorts } from './ports.ts';
import { createEngine, type Engine, type EngineTrouble } from './processes.ts';
import { registerAppScheme, serveApp } from './protocol.ts';
import { hardenSession } from './session.ts';
import { askAboutTrouble } from './trouble.ts';
import { createWindow } from './window.ts';

/** The checkout, or `app.asar` in a packaged app. */
const root = join(import.meta.dirname, '../..');
const builtFile = (path: string) => join(root, 'out', path);

app.setName('Palimpsest');
// Electron without a packed app sets this path itself after reading the switch, so the switch is applied again.
app.setPath('userData', app.commandLine.getSwitchValue('user-data-dir') || join(app.getPath('appData'), 'Palimpsest'));
for (const [name, value] of CHROMIUM_SWITCHES) app.commandLine.appendSwitch(name, value);
// As root, where Chromium refuses its sandbox anyway, forcing it kills the network service in a loop.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

const dataFolder = chooseDataFolder({
  argv: process.argv.slice(1),
  fromEnv: process.env.PALIMPSEST_DATA,
  cwd: process.cwd(),
  platform: process.platform,
  env: process.env,
  homeFolder: app.getPath('home'),
});

const forkUtility = (file: string, args: string[], serviceName: string) =>
  utilityProcess.fork(builtFile(file), args, {
    serviceName,
    stdio: 'inherit',
    // onnxruntime would send usage to its maker, and reads this before any of our code runs in that process.
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
  });

function makeEngine(): Engine {
  const onTrouble = (trouble: EngineTrouble) => {
    askAboutTrouble(trouble, dataFolder)
      .then((choice) => (choice === 'again' ? engine.start() : app.quit()))
      .catch(() => app.quit());
  };
  const engine = createEngine({
    forkEngine: () => forkUtility('main/palimpsest.js', ['--engine'], 'Palimpsest engine'),
    forkHost: () => forkUtility('main/host.js', [], 'Palimpsest inference'),
    open: { dataFolder, appRoot: root, version: app.getVersion() },
    askKeychain,
    onTrouble,
  });
  return engine;
}

/** Pages go first, then the engine (which waits for the journal), then the process. */
function quitInOrder(engine: Engine): void {
  let phase: 'running' | 'closing' | 'closed' = 'running';
  app.on('will-quit', (event) => {
    if (phase === 'closed') return;
    event.preventDefault();
    if (phase === 'closing') return;
    phase = 'closing';
    const finish = () => {
      phase = 'closed';
      app.quit();
    };
    // Not in the same turn of the loop: while this event is being handled Electron ignores another quit.
    engine.close().then(
      () => setImmediate(finish),
      () => setImmediate(finish),
    );
  });
}

function showWindow(): void {
  const window = BrowserWindow.getAllWindows()[0] ?? createWindow(builtFile('preload/preload.cjs'));
  if (window.isMinimized()) window.restore();
  window.focus();
}

function onSecondInstance(data: unknown): void {
  showWindow();
  const asked = typeof data === 'object' && data !== null && 'dataFolder' in data ? data.dataFolder : dataFolder;
  if (asked === dataFolder) return;
  dialog
    .showMessageBox({
      type: 'info',
      message: 'Palimpsest is already open with another data folder.',
      detail: `Open now: ${dataFolder}\nAsked for: ${String(asked)}\n\nQuit Palimpsest first, then start it with the other folder.`,
    })
    .catch(() => console.error('Palimpsest is already open with another data folder.'));
}

function watchPower(engine: Engine): void {
  engine.notePower(powerMonitor.isOnBatteryPower());
  powerMonitor.on('on-battery', () => engine.notePower(true));
  powerMonitor.on('on-ac', () => engine.notePower(false));
  powerMonitor.on('resume', engine.noteWaking);
  powerMonitor.on('suspend', engine.noteSleeping);
  powerMonitor.on('lock-screen', engine.noteSleeping);
  powerMonitor.on('shutdown', () => app.quit());
}

function run(): void {
  const hasDevTools = !app.isPackaged;
  hardenSession(session.defaultSession, { hasDevTools });
  serveApp(session.defaultSession, builtFile('renderer'));
  installMenu({ hasDevTools });
  const engine = makeEngine();
  quitInOrder(engine);
  handOutPorts(engine.connect);
  engine.start();
  showWindow();
  app.on('second-instance', (_event, _argv, _cwd, data) => onSecondInstance(data));
  app.on('activate', showWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  watchPower(engine);
}

if (app.requestSingleInstanceLock({ dataFolder })) {
  registerAppScheme();
  guardContents();
  installContextMenu();
  // Not awaited at the top level: an ES module entry that does never sees the app become ready.
  app.whenReady().then(run, () => app.exit(1));
} else {
  console.error('Palimpsest is already running; its window was brought to the front.');
  app.quit();
}
