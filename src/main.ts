// First: loading takes a second, during which signals may arrive.
import { endNoMoreAtOnce } from './ends-before-listening';
import cluster from 'node:cluster';
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
import { PORTAL_WITHOUT_MAIL } from './platform/settings/portal';
import type { Settings } from './platform/settings/settings';
import { closeOnSignal } from './shutdown';
import { Workers } from './workers';
import { startTelemetry } from './platform/telemetry/telemetry';
import { ownVersion } from './platform/settings/own-version';

async function start(): Promise<void> {
  const settings = loadSettings();
  // Before the logger, whose lines it sends.
  await startTelemetry(settings.telemetry, ownVersion(), (level, message) => logger[level](message));
  const logger = createLogger(settings.logLevel);
  const warn = (message: string): void => logger.warn(message);
  if (!cluster.isWorker) {
    for (const message of misnamedSettings(process.env)) warn(message);
    if (settings.portal && !settings.mail) warn(`PORTAL_URL: ${PORTAL_WITHOUT_MAIL}`);
  }
  if (settings.workers > 1 && cluster.isPrimary) {
    new Workers(settings.workers, logger).start();
    return;
  }
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
  // The last step that can fail: a failed start neither creates nor shows a key.
  await firstKey.createFirstKey(announceKey);
  await firstKey.warnWithoutAdmin();
  if (!cluster.worker || cluster.worker.id === 1) announceAddress(app.getHttpServer(), settings);
}

/** Written whatever the log level is; the key has its own line, for copying. */
function announceKey(firstKey: string): Promise<void> {
  const text = `\nYour admin API key, shown this once and stored nowhere:\n\n${firstKey}\n\n`;
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(new Error(keyNotShown(error))) : resolve()));
  });
}

const keyNotShown = ({ message }: Error): string =>
  `The first admin key could not be shown, so none was created: standard output failed (${message}). FIRST_API_KEY_FILE can name a file for it.`;

function announceAddress(server: Server, { host = 'localhost', publicUrl, console }: Settings): void {
  const { port } = server.address() as AddressInfo;
  const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const toConsole = console ? `Open the console and sign in with an API key: ${url}/console\n` : '';
  process.stdout.write(`\nkeylink answers on port ${port}: ${url} (documentation: ${url}/docs)\n${toConsole}`);
}

/** Starts the service; on failure prints why and exits with code 1. */
export function run(): void {
  // A closed standard output must not end the service.
  process.stdout.on('error', () => {});
  start().catch((error: unknown) => {
    process.stderr.write(`keylink could not start. ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

// `nest start` runs this file; the bundle's runner calls `run`.
if (require.main === module) run();
