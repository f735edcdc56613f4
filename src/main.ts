// First: a process that loads for a second can be asked to end meanwhile.
import { endNoMoreAtOnce } from './ends-before-listening';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { Jobs } from './platform/jobs/jobs';
import { FirstKeyService } from './access/api-keys/first-key.service';
import { createApp } from './create-app';
import { ensureDurability } from './platform/database/durability';
import { claimFile } from './platform/database/embedded/file-claim';
import { keepPrivate } from './platform/database/embedded/private-files';
import { listen } from './listen';
import { createLogger } from './platform/logging/logger';
import { loadSettings } from './platform/settings/load-settings';
import { misnamedSettings } from './platform/settings/misnamed-settings';
import type { Settings } from './platform/settings/settings';
import { closeOnSignal } from './shutdown';

async function start(): Promise<void> {
  const settings = loadSettings();
  const logger = createLogger(settings.logLevel);
  const warn = (message: string): void => logger.warn(message);
  for (const message of misnamedSettings(process.env)) warn(message);
  if (settings.database.engine === 'embedded') {
    keepPrivate(settings.database.file, warn);
    await claimFile(settings.database.file);
  }
  const app = await createApp(settings, logger);
  await ensureDurability(app.get(DataSource), settings.requireDurable, warn);
  const firstKey = app.get(FirstKeyService);
  await firstKey.storeBootstrapKey();
  await app.get(Jobs).start();
  await listen(app, settings);
  endNoMoreAtOnce();
  closeOnSignal(app, settings.drainDelayMs, logger);
  // The last that can fail: a key is neither made nor shown in a start that comes to nothing.
  await firstKey.createFirstKey(announceKey);
  await firstKey.warnWithoutAdmin();
  announceAddress(app.getHttpServer(), settings);
}

/** For the person who starts it, whatever the log level is; the key stands alone on its line, to be copied. */
function announceKey(firstKey: string): Promise<void> {
  const text = `\nYour admin API key, shown this once and stored nowhere:\n\n${firstKey}\n\n`;
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(new Error(keyNotShown(error))) : resolve()));
  });
}

const keyNotShown = ({ message }: Error): string =>
  `The first admin key could not be shown, so none was made: standard output took nothing (${message}). FIRST_API_KEY_FILE can name a file for it.`;

/** The last line leads to the console, where somebody who has just been shown a key goes on. */
function announceAddress(server: Server, { host = 'localhost', publicUrl, console }: Settings): void {
  const { port } = server.address() as AddressInfo;
  const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const toConsole = console ? `Open the console and sign in with an API key: ${url}/console\n` : '';
  process.stdout.write(`\nkeylink answers on port ${port}: ${url} (documentation: ${url}/docs)\n${toConsole}`);
}

/** Starts the service. Where that fails, says why and ends the process with exit code 1. */
export function run(): void {
  // Nobody may read what is told to people: that ends no service.
  process.stdout.on('error', () => {});
  start().catch((error: unknown) => {
    process.stderr.write(`keylink could not start. ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

// `nest start` runs this file; the bundle's runner calls `run`.
if (require.main === module) run();
