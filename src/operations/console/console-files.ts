import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';

/** What a build names its files: nothing that leads out of their folder, nothing hidden. */
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

/** As they are preferred, and what a file that is compressed so has behind its name. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A file as it is sent. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  /** How it is compressed; undefined as it is. */
  readonly encoding: string | undefined;
}

/** What the build of the console has left beside the service's own (`scripts/build-console.mjs`). */
@Injectable()
export class ConsoleFiles {
  /** Beside the bundle: `dist/console`; of the compiler's modules, which only tests run, two folders up. */
  private readonly folder = join(__dirname, 'console');

  /** The page; undefined while there is none. Read each time: it is small, and a build may replace it. */
  async readPage(): Promise<string | undefined> {
    try {
      return await readFile(join(this.folder, 'index.html'), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * A file that the page loads; undefined when there is none of this name.
   * @param accepts whether the browser takes an encoding
   */
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
