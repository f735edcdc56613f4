import { readFileSync } from 'node:fs';
import type { DatabaseTarget } from './database-url';

/** For each of these, `<NAME>_FILE` may name a file with the value. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'BOOTSTRAP_API_KEY',
  'REDIS_URL',
  'SECRET_KEY',
  'OIDC_CLIENT_SECRET',
  'WEBHOOK_PROXY',
  'RELEASE_BUCKET',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

type Lookup = (name: string) => string | undefined;

const MOST_CHARACTERS = 65_536;

/** Finds secrets in the environment or in files. @param report gets problems, without values */
export function withSecretFiles(find: Lookup, report: (name: string, problem: string) => void): Lookup {
  const read = new Map<string, string>();
  for (const name of SECRETS) {
    const setting = `${name}_FILE`;
    const file = find(setting)?.trim();
    if (!file) continue;
    if (find(name)?.trim()) {
      report(setting, `${name} is set as well; give only one of them.`);
      continue;
    }
    try {
      read.set(name, readSecret(file));
    } catch (error) {
      report(setting, (error as Error).message);
    }
  }
  return (name) => read.get(name) ?? find(name);
}

/** Without the final line break, which editors add. */
function readSecret(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
  const secret = text.replace(/\r?\n$/, '');
  if (!secret.trim()) throw new Error(`${file} is empty.`);
  if (secret.length > MOST_CHARACTERS) throw new Error(`${file} is too long for a secret.`);
  return secret;
}

/** Sets the password unencoded. @throws {Error} if the database takes none or DATABASE_URL has one already */
export function withPassword(database: DatabaseTarget, password: string): DatabaseTarget {
  if (database.engine === 'embedded')
    throw new Error('is set, but DATABASE_URL names a file, which takes no password.');
  if (database.password) throw new Error('is set, but DATABASE_URL has a password as well; give only one of them.');
  return { ...database, password };
}
