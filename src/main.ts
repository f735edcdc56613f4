import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FirstKeyService } from './api-keys/first-key.service';
import { DataSource } from 'typeorm';
import { createApp } from './create-app';
import { ensureDurability } from './database/durability';
import { createLogger } from './logging/logger';
import { loadSettings } from './settings/load-settings';
import type { Settings } from './settings/settings';
import { closeOnSignal } from './shutdown';

async function main(): Promise<void> {
  const settings = loadSettings();
  const logger = createLogger(settings.logLevel);
  const app = await createApp(settings, logger);
  await ensureDurability(app.get(DataSource), settings.requireDurable, (message) => logger.warn(message));
  // At once: whatever fails later in this start, the key is not lost.
  announceKey(await app.get(FirstKeyService).ensureFirstKey());
  // Without a host Node takes every address, IPv6 included where there is any.
  await (settings.host ? app.listen(settings.port, settings.host) : app.listen(settings.port));
  closeOnSignal(app, settings.drainDelayMs, logger);
  announceAddress(app.getHttpServer(), settings);
}

/** For the person who starts it, whatever the log level is; the key stands alone on its line, to be copied. */
function announceKey(firstKey: string | undefined): void {
  if (firstKey === undefined) return;
  process.stdout.write(`\nYour admin API key, shown this once and stored nowhere:\n\n${firstKey}\n\n`);
}

function announceAddress(server: Server, { host = 'localhost', publicUrl }: Settings): void {
  const { port } = server.address() as AddressInfo;
  const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  process.stdout.write(`\nkeylink answers on port ${port}: ${url} (documentation: ${url}/docs)\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`keylink could not start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
