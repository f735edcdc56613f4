import { resolve } from 'node:path';
import { readTls, type ServerTls } from './server-tls';

export type DatabaseTarget = EmbeddedTarget | MysqlTarget;

export interface EmbeddedTarget {
  readonly engine: 'embedded';
  /** Absolute path. */
  readonly file: string;
}

export interface MysqlServer {
  readonly host: string;
  readonly port: number;
}

export interface MysqlTarget {
  readonly engine: 'mysql';
  /** Cluster nodes in the order to try; at least one. */
  readonly servers: readonly MysqlServer[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Undefined for an unencrypted connection. */
  readonly tls: ServerTls | undefined;
}

const EXAMPLE =
  'use mysql://user:password@host:3306/name (several hosts with commas between them) or sqlite:path/to/file.';

const UNREADABLE = `can't be read; percent-encode special characters, or give the password in DATABASE_PASSWORD as it is, and ${EXAMPLE}`;

/** Errors never repeat the text: it holds a password. @throws {Error} naming the problem */
export function parseDatabaseUrl(text: string): DatabaseTarget {
  if (text.startsWith('sqlite:')) return parseEmbedded(text.slice('sqlite:'.length));
  if (/^(mysql|mariadb):\/\//.test(text)) return parseMysql(text);
  throw new Error(`names no database that keylink knows; ${EXAMPLE}`);
}

function parseEmbedded(path: string): EmbeddedTarget {
  const file = path.replace(/^\/\/(?=\/)/, '');
  if (!file || file.endsWith('/')) throw new Error(`has no file name; ${EXAMPLE}`);
  if (file.startsWith(':')) throw new Error('a database in memory would lose everything; name a file.');
  return { engine: 'embedded', file: resolve(file) };
}

/** Splits off the hosts: `URL` accepts only one. */
const SERVERS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/;

function parseMysql(text: string): MysqlTarget {
  const [, before, hosts, after] = SERVERS.exec(text) ?? [];
  // An unencoded slash in the password puts part of it after the supposed host.
  if (after?.split('?', 1)[0].includes('@')) throw new Error(UNREADABLE);
  const urls = hosts?.split(',').map((host) => before + host.trim() + after) ?? [];
  if (urls.length === 0 || !urls.every((url) => URL.canParse(url))) {
    throw new Error(UNREADABLE);
  }
  const [url, ...others] = urls.map((each) => new URL(each));
  const database = decode(url.pathname.slice(1));
  if (!url.username || !database || database.includes('/') || [url, ...others].some(({ hostname }) => !hostname)) {
    throw new Error(`needs a user, a host and a database name; ${EXAMPLE}`);
  }
  return {
    engine: 'mysql',
    servers: [url, ...others].map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port ? Number(port) : 3306,
    })),
    user: decode(url.username),
    password: decode(url.password),
    database,
    tls: readTls(url.searchParams),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new Error(UNREADABLE, { cause: error });
  }
}
