import type { DataSource } from 'typeorm';
import { openDatabase } from '../../src/platform/database/data-source';
import { databaseOptions } from '../../src/schema';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';

/** The reference servers read the same variables as the service, and connect as it does. */
export function openServerDatabase(): Promise<DataSource> {
  return openDatabase(databaseOptions(parseDatabaseUrl(process.env.DATABASE_URL ?? '')));
}

export const apiKey = (): string => process.env.BOOTSTRAP_API_KEY ?? '';

/** What the parent process waits for. */
export function announce(name: string, port: number): void {
  process.stdout.write(`${name} answers on port ${port}\n`);
}

export function failStart(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
