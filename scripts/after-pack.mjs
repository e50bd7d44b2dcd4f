// electron-builder's hook after it has copied the files and before it signs them.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './lib/sources.mjs';

/** Folders below `folder`, relative to it. @param {string} folder @returns {string[]} */
const listFolders = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/**
 * Puts back what the copy leaves out: PostgreSQL does not start without its empty folders.
 * @param {import('electron-builder').AfterPackContext} context
 */
export function afterPack({ appOutDir, packager }) {
  const resources = packager.getResourcesDir(appOutDir);
  const template = join(root, 'out/db-template');
  const packed = join(resources, 'app.asar.unpacked/out/db-template');
  for (const folder of listFolders(template)) mkdirSync(join(packed, folder), { recursive: true });
  // A custom electronDist still has the app that Electron shows when it is given none.
  rmSync(join(resources, 'default_app.asar'), { force: true });
}
