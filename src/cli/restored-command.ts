import { readFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { Ids } from '../platform/database/next-ids';
import { type Published, readPublished } from '../signing/published-key-sets';
import { type RootOptions, signingWith } from './approve-signing';
import { commandLineActor } from './command-line-actor';
import type { WithJson } from './options';
import { printJson, printLine, tell } from './output';
import { Restoration, RestorationModule } from './restoration';
import { withDatabase } from './with-database';

interface Options extends RootOptions, WithJson {
  readonly published?: string;
}

export async function restored({ published, json, ...root }: Options): Promise<void> {
  const given = await readGiven({ published, ...root });
  const passed = await withDatabase([RestorationModule], (providers) => passEverything(providers, given));
  if (json) printJson(passed);
  else tellVersion(passed.keySetVersion);
}

export type Given = Awaited<ReturnType<typeof readGiven>>;

/** @returns what the options name */
export async function readGiven({ published, ...root }: Omit<Options, 'json'>) {
  return { known: await readKnown(published), signing: await signingWith(root) };
}

export interface Passed {
  readonly ids: Ids;
  readonly position: number;
  readonly keySetVersion: number | undefined;
}

/** See `Restoration`. */
export async function passEverything(providers: INestApplicationContext, { known, signing }: Given): Promise<Passed> {
  const restoration = providers.get(Restoration);
  const actor = commandLineActor();
  const ids = await restoration.passIds(actor);
  tell(`New records get ids that were never used: ${describe(ids)}.`);
  const position = await restoration.passPositions(actor);
  tell(`New events get positions after ${position}; followers go on without a gap.`);
  return { ids, position, keySetVersion: await restoration.passVersions(actor, known, signing) };
}

export function tellVersion(version: number | undefined): void {
  if (version === undefined) {
    printLine('Signing is not set up; there are no key sets.');
    return;
  }
  printLine(`The key set has version ${version}. Keys that were revoked since the backup have to be revoked again,`);
  printLine('unless the key set given with --published lists them as revoked.');
}

async function readKnown(published: string | undefined): Promise<Published> {
  if (published === undefined) return undefined;
  return /^\d{1,9}$/.test(published) ? Number(published) : readPublished(await readFile(published, 'utf8'));
}

const describe = ({ license_keys: keys, links, api_keys: apiKeys }: Ids): string =>
  `license keys from ${keys}, links from ${links}, API keys from ${apiKeys}`;
