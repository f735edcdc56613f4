import { readFile } from 'node:fs/promises';
import type { Ids } from '../platform/database/next-ids';
import { type Published, readPublished } from '../signing/published-key-sets';
import { type RootOptions, signingWith } from './approve-signing';
import { commandLineActor } from './command-line-actor';
import { printJson, printLine, tell } from './output';
import { Restoration, RestorationModule } from './restoration';
import { withDatabase } from './with-database';

interface Options extends RootOptions {
  readonly published?: string;
  readonly json?: true;
}

export async function restored({ published, json, ...root }: Options): Promise<void> {
  const known = await readKnown(published);
  const signing = await signingWith(root);
  const { ids, position, version } = await withDatabase([RestorationModule], async (providers) => {
    const restoration = providers.get(Restoration);
    const actor = commandLineActor();
    const ids = await restoration.passIds(actor);
    tell(`New records get ids that were never used: ${describe(ids)}.`);
    const position = await restoration.passPositions(actor);
    tell(`New events get positions after ${position}; followers go on without a gap.`);
    return { ids, position, version: await restoration.passVersions(actor, known, signing) };
  });
  if (json) {
    printJson({ ids, position, keySetVersion: version });
    return;
  }
  if (version === undefined) printLine('Signing is not set up; there are no key sets.');
  else
    printLine(`The key set has version ${version}. Keys that were revoked since the backup have to be revoked again,`);
  if (version !== undefined) printLine('unless the key set given with --published lists them as revoked.');
}

async function readKnown(published: string | undefined): Promise<Published> {
  if (published === undefined) return undefined;
  return /^\d{1,9}$/.test(published) ? Number(published) : readPublished(await readFile(published, 'utf8'));
}

const describe = ({ license_keys: keys, links, api_keys: apiKeys }: Ids): string =>
  `license keys from ${keys}, links from ${links}, API keys from ${apiKeys}`;
