// PGlite's base class over node:fs without encryption: what going through it costs by itself.
import * as fs from 'node:fs';
import { join } from 'node:path';
import { BaseFilesystem, ERRNO_CODES } from '@electric-sql/pglite/basefs';

/** @template T @param {() => T} work @returns {T} */
function onDisk(work) {
  try {
    return work();
  } catch (error) {
    // The base class hands the code on to Emscripten, which wants a number.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code in ERRNO_CODES) throw Object.assign(new Error(code), { code: Reflect.get(ERRNO_CODES, code) });
    throw error;
  }
}

class PlainLayer extends BaseFilesystem {
  /** @param {string} path */
  #at(path) {
    return join(this.dataDir ?? '', path);
  }
  /** @param {string} path @param {number} mode */
  chmod(path, mode) {
    onDisk(() => fs.chmodSync(this.#at(path), mode & 0o777));
  }
  /** @param {number} fd */
  close(fd) {
    onDisk(() => fs.closeSync(fd));
  }
  /** @param {fs.Stats} stats */
  #stats(stats) {
    return { ...stats, atime: stats.atimeMs, mtime: stats.mtimeMs, ctime: stats.ctimeMs };
  }
  /** @param {number} fd */
  fstat(fd) {
    return onDisk(() => this.#stats(fs.fstatSync(fd)));
  }
  /** @param {string} path */
  lstat(path) {
    return onDisk(() => this.#stats(fs.lstatSync(this.#at(path))));
  }
  /** @param {string} path @param {{ recursive?: boolean, mode?: number }} [options] */
  mkdir(path, options) {
    onDisk(() => fs.mkdirSync(this.#at(path), { ...options, mode: (options?.mode ?? 0o700) & 0o777 }));
  }
  /** @param {string} path */
  open(path) {
    return onDisk(() => fs.openSync(this.#at(path), 'r+'));
  }
  /** @param {string} path */
  readdir(path) {
    return onDisk(() => fs.readdirSync(this.#at(path)));
  }
  /** @param {number} fd @param {Uint8Array} buffer @param {number} offset @param {number} length @param {number} position */
  read(fd, buffer, offset, length, position) {
    return onDisk(() => fs.readSync(fd, buffer, offset, length, position));
  }
  /** @param {string} from @param {string} to */
  rename(from, to) {
    onDisk(() => fs.renameSync(this.#at(from), this.#at(to)));
  }
  /** @param {string} path */
  rmdir(path) {
    onDisk(() => fs.rmdirSync(this.#at(path)));
  }
  /** @param {string} path @param {number} size */
  truncate(path, size) {
    onDisk(() => fs.truncateSync(this.#at(path), size));
  }
  /** @param {string} path */
  unlink(path) {
    onDisk(() => fs.unlinkSync(this.#at(path)));
  }
  /** @param {string} path @param {number} atime @param {number} mtime */
  utimes(path, atime, mtime) {
    onDisk(() => fs.utimesSync(this.#at(path), atime / 1000, mtime / 1000));
  }
  /** @param {string} path @param {string | Uint8Array} data @param {{ mode?: number }} [options] */
  writeFile(path, data, options) {
    onDisk(() => fs.writeFileSync(this.#at(path), data, { mode: (options?.mode ?? 0o600) & 0o777 }));
  }
  /** @param {number} fd @param {Uint8Array} memory @param {number} offset @param {number} length @param {number} position */
  write(fd, memory, offset, length, position) {
    // It hands out the whole memory as an ArrayBuffer, whatever its type says.
    return onDisk(() => fs.writeSync(fd, new Uint8Array(/** @type {any} */ (memory)), offset, length, position));
  }
}

/** @param {string} folder */
export const createPlainLayer = (folder) => new PlainLayer(folder);
