import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { Actor } from '../access/audit/actor';
import { realPathOf } from '../platform/database/embedded/private-files';
import { loadSettings } from '../platform/settings/load-settings';
import { validate } from '../platform/validation/validation';
import { RevokeSigningKeyDto } from '../signing/dto/revoke-signing-key.dto';
import { DEFAULT_ISSUER, SetUpSigningDto } from '../signing/dto/set-up-signing.dto';
import type { SigningKeyDto, SigningStatusDto } from '../signing/dto/signing-status.dto';
import { KeySetsService } from '../signing/key-sets.service';
import { writePrivateKey } from '../signing/root-key';
import { SigningKeysRepository } from '../signing/signing-keys.repository';
import { SigningModule } from '../signing/signing.module';
import { SigningStatusService } from '../signing/signing-status.service';
import { type RootOptions, signingWith } from './approve-signing';
import { commandLineActor } from './command-line-actor';
import type { WithJson } from './options';
import { printJson, printLine, printTable, showTime, tell } from './output';
import { writePrivately } from './private-output';
import { readDatabase, withDatabase } from './with-database';

const NOT_READ =
  'Nobody reads what this command prints, so the root key stays in the database. --out <file> writes its private half into a file.';
const SEEN_BY_ALL = 'Running instances act on it within 5 seconds.';

export async function init({ issuer, anew, json }: WithJson & { issuer?: string; anew?: string }): Promise<void> {
  const body = await validate(SetUpSigningDto, { issuer });
  const { root } = await change(json, (keySets, actor) =>
    anew === undefined
      ? keySets.setUp(body.issuer ?? DEFAULT_ISSUER, actor)
      : keySets.beginAnew(anew, body.issuer, actor),
  );
  if (json) return;
  printLine('Keep SECRET_KEY, or the file secret.key: without it nothing can be signed.');
  if (anew !== undefined) printLine('Programs with the previous root key trust nothing that is signed from now on.');
  printLine(`\nrootKey for your programs:\n\n${root!.x}\n`);
}

export async function rotate({ json, ...root }: WithJson & RootOptions): Promise<void> {
  const signing = await signingWith(root);
  await change(json, (keySets, actor) => keySets.rotate(actor, signing));
}

export async function revoke(kid: string, { json, ...root }: WithJson & RootOptions): Promise<void> {
  const body = await validate(RevokeSigningKeyDto, { kid });
  const signing = await signingWith(root);
  await change(json, (keySets, actor) => keySets.revoke(body.kid, actor, signing));
}

export async function rotateRoot({ json, ...root }: WithJson & RootOptions): Promise<void> {
  const signing = await signingWith(root);
  await change(json, (keySets, actor) => keySets.rotateRoot(actor, signing));
}

export async function exportRoot({ json, out }: WithJson & { out?: string }): Promise<void> {
  let stored: string | undefined;
  await withDatabase([SigningModule], (providers) =>
    providers.get(KeySetsService).exportRoot(commandLineActor(), async (privateKey, kid) => {
      stored = (await providers.get(SigningKeysRepository).findByKid(kid))?.privateKey ?? undefined;
      const pem = writePrivateKey(privateKey);
      if (out !== undefined) await writePrivately(out, (file) => file.writeFile(pem).then(() => file.sync()));
      if (json)
        await print(`${JSON.stringify({ kid, ...(out === undefined ? { privateKey: pem } : { file: out }) })}\n`);
      else if (out === undefined) await print(pem);
    }),
  );
  const where = out === undefined ? 'shown this once' : `in ${out}`;
  tell(
    `The private half of the root key is ${where}, and no longer in the database; commands take it with --root-file.`,
  );
  if (stored !== undefined) await waitUntilFolded(stored);
}

export async function status({ json }: WithJson): Promise<void> {
  const found = await readDatabase([SigningModule], (providers) => providers.get(SigningStatusService).get());
  show(found, json);
}

async function change(
  json: boolean | undefined,
  work: (keySets: KeySetsService, actor: Actor) => Promise<void>,
): Promise<SigningStatusDto> {
  const found = await withDatabase([SigningModule], async (providers: INestApplicationContext) => {
    await work(providers.get(KeySetsService), commandLineActor());
    return providers.get(SigningStatusService).get();
  });
  show(found, json);
  if (!json) printLine(`\n${SEEN_BY_ALL}`);
  return found;
}

/** Waits for the write: only then may the database delete the key. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
      if (error?.code === 'EPIPE') reject(new Error(NOT_READ));
      else if (error) reject(error);
      else resolve();
    });
  });
}

function show(found: SigningStatusDto, json: boolean | undefined): void {
  if (json) {
    printJson(found);
    return;
  }
  const { problem, issuer, version, exp, root, keys } = found;
  printLine(problem === undefined ? 'Answers and licenses are signed.' : `Nothing is signed. ${problem}`);
  if (!root || !keys) return;
  printLine(`Issuer: ${issuer}`);
  printLine(`Key set: version ${version}, valid until ${showSeconds(exp)}`);
  printLine(
    `Root key: ${root.kid}, public half ${root.x}, private half ${root.isExported ? 'exported' : 'in the database'}\n`,
  );
  printTable([
    ['SIGNING KEY', 'FROM', 'UNTIL', 'STATE'],
    ...keys.map((key) => [key.kid, showSeconds(key.notBefore), showSeconds(key.notAfter), stateOf(key)]),
  ]);
}

function stateOf({ notAfter, isRevoked }: SigningKeyDto): string {
  if (isRevoked) return 'revoked: nothing that it signed is trusted';
  return notAfter === undefined ? 'signs' : 'no longer signs; what it signed is valid';
}

function showSeconds(time: number | undefined): string {
  return showTime(time === undefined ? null : time * 1000, '-');
}

/** A running service folds its write-ahead log within 4 seconds. */
const PATIENCE_MS = 12_000;
const LOOK_EVERY_MS = 100;
/** SQLite writes new random salts each time it restarts the log. */
const [SALTS, SALTS_END] = [16, 24];

/** Waits until a deleted text has also left the write-ahead log, which the running service folds into the file. */
async function waitUntilFolded(text: string): Promise<void> {
  const { database } = loadSettings();
  if (database.engine !== 'embedded') return;
  const path = `${realPathOf(database.file)}-wal`;
  const before = saltsOf(read(path));
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;) {
    const log = read(path);
    if (log.length === 0 || (!saltsOf(log).equals(before) && !log.includes(text))) return;
    if (performance.now() > giveUp) break;
    await sleep(LOOK_EVERY_MS);
  }
  tell(`In encrypted form it may remain in ${path} until the service has been stopped and started again.`);
}

const saltsOf = (log: Buffer): Buffer => log.subarray(SALTS, SALTS_END);

function read(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}
