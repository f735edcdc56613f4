import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** That a connection to a server is encrypted, and which authority its certificate has to come from. */
export interface ServerTls {
  /** Certificates of the authorities that are trusted, in PEM; undefined for those that Node trusts. */
  readonly ca: string | undefined;
}

/** As in PEM; what stands between them is for people. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the options of a `DATABASE_URL` with a server: `ssl=true`, and `ssl-ca=` a file, which asks for encryption as well.
 * @throws {Error} saying what is wrong
 */
export function readTls(options: URLSearchParams): ServerTls | undefined {
  for (const name of new Set(options.keys())) {
    const isKnown = name === 'ssl-ca' || (name === 'ssl' && /^(true|false)$/.test(options.get(name)!));
    // It isn't repeated: what follows a "?" may be the rest of a password that was not percent-encoded.
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
  return { ca: readAuthorities(file) };
}

function readAuthorities(file: string): string {
  const path = resolve(file);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`the file of ssl-ca, ${path}, can't be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
  const certificates = text.match(CERTIFICATE);
  if (!certificates?.every(isReadable)) throw new Error(`the file of ssl-ca, ${path}, holds no certificates in PEM.`);
  return certificates.join('\n');
}

function isReadable(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem));
  } catch {
    // Node says no more than that it isn't one.
    return false;
  }
}
