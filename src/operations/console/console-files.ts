import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';

/** Build output names: no path separators, no hidden files. */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}\.(?<extension>[a-z0-9]{1,8})$/;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** In order of preference, with the suffix of precompressed files. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface Asset {
  readonly path: string;
  readonly type: string;
  /** Undefined if uncompressed. */
  readonly encoding: string | undefined;
}

/** The console's build output, beside the service's own (`scripts/build-console.mjs`). */
@Injectable()
export class ConsoleFiles {
  /** Beside the bundle: `dist/console`. */
  private readonly folder = join(__dirname, 'console');

  /** Read each time, as a build may replace it; undefined if the console isn't built. */
  async readPage(): Promise<string | undefined> {
    try {
      return await readFile(join(this.folder, 'index.html'), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Undefined if there is no such file. @param accepts whether the browser accepts an encoding */
  async findAsset(name: string, accepts: (encoding: string) => boolean): Promise<Asset | undefined> {
    const extension = FILE_NAME.exec(name)?.groups?.extension;
    const type = extension === undefined ? undefined : TYPES[extension];
    if (type === undefined) return undefined;
    const path = join(this.folder, 'assets', name);
    for (const [encoding, ending] of ENCODINGS) {
      if (accepts(encoding) && (await isFile(path + ending))) return { path: path + ending, type, encoding };
    }
    return (await isFile(path)) ? { path, type, encoding: undefined } : undefined;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}
