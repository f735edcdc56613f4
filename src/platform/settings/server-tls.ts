import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface ServerTls {
  /** Trusted authorities in PEM; undefined for Node's own list. */
  readonly ca: string | undefined;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads `ssl=true` and `ssl-ca=<file>`, which implies TLS. @throws {Error} naming the problem */
export function readTls(options: URLSearchParams): ServerTls | undefined {
  for (const name of new Set(options.keys())) {
    const isKnown = name === 'ssl-ca' || (name === 'ssl' && /^(true|false)$/.test(options.get(name)!));
    // Not repeated: text after a "?" may be part of an unencoded password.
    if (!isKnown) {
      throw new Error(
        'has an option that keylink does not know; only ssl=true, ssl=false and ssl-ca=/path/to/ca.pem are.',
      );
    }
    if (options.getAll(name).length > 1) throw new Error(`has the option ${name} more than once.`);
  }
  const file = options.get('ssl-ca');
  if (file === null) return options.get('ssl') === 'true' ? { ca: undefined } : undefined;
  if (options.get('ssl') === 'false')
    throw new Error('has ssl-ca and ssl=false, which turns it off; leave one of them out.');
  return { ca: readAuthorities('ssl-ca', file) };
}

/** @param option which names the file @throws {Error} naming the problem */
export function readAuthorities(option: string, file: string): string {
  const path = resolve(file);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`the file of ${option}, ${path}, can't be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
  const certificates = text.match(CERTIFICATE);
  if (!certificates?.every(isReadable))
    throw new Error(`the file of ${option}, ${path}, holds no certificates in PEM.`);
  return certificates.join('\n');
}

function isReadable(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem));
  } catch {
    return false;
  }
}
