import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupEnd, BackupHeader } from '../../src/operations/backups/contents';
import type { Portion } from '../../src/operations/backups/portions';
import { refusalOf, run, SECRET_KEY, settings } from '../support/backup-commands';
import { built } from '../support/built';
import { createLicenseKey } from '../support/license-keys';
import { startScenario } from '../support/scenario';
import { Service } from '../support/service';

const { read, write } = built(
  'operations/backups/backup-file',
) as typeof import('../../src/operations/backups/backup-file');
const { RunningSums, sumOf } = built(
  'operations/backups/contents',
) as typeof import('../../src/operations/backups/contents');
const { toRows } = built('operations/backups/portions') as typeof import('../../src/operations/backups/portions');

/** Whoever can write the file may want a service to start on what they put into it. */

let folder: string;
let keyId: number;
let root: string;
let strangersRoot: string;
const path = (name: string): string => join(folder, name);
const nowhere = () => ({ url: `sqlite:${path('restored')}/keylink.db` });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-signatures-'));
  const [own, stranger] = [await startScenario({ SECRET_KEY }), await startScenario({ SECRET_KEY })];
  keyId = (await createLicenseKey(own.admin, { disabled: true })).id;
  await run(stranger.database, 'backup', path('unsigned'));
  root = (await own.admin.post('/api/signing', { issuer: 'acme' })).body.root.x;
  strangersRoot = (await stranger.admin.post('/api/signing', { issuer: 'acme' })).body.root.x;
  await run(own.database, 'backup', path('own'));
  await run(stranger.database, 'backup', path('strangers'));
  for (const scenario of [own, stranger]) await scenario.close();
  const { signature } = await endOf('own');
  const { signature: other } = await endOf('strangers');
  const flipped = readFileSync(path('own'));
  flipped[flipped.length >> 1] ^= 1;
  writeFileSync(path('flipped'), flipped);
  await forge('forged', signature);
  await forge('forged-and-unsigned', null);
  await forge('forged-by-a-strangers-key', { jws: other!.jws, keySet: signature!.keySet });
  await forge('forged-by-a-stranger', other);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function* bytesOf(name: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(readFileSync(path(name)));
}

async function endOf(name: string): Promise<BackupEnd> {
  for await (const portion of read(bytesOf(name), undefined)) if (portion.kind === 'end') return portion.end;
  throw new Error('It has no end.');
}

/** Enables the license key in the backup, with all sums as they must be then. */
async function forge(name: string, signature: BackupEnd['signature']): Promise<void> {
  const forged = async function* (): AsyncGenerator<Portion> {
    const sums = new RunningSums();
    let header: BackupHeader | undefined;
    for await (const portion of read(bytesOf('own'), undefined)) {
      if (portion.kind === 'rows') {
        const rows = toRows(portion);
        const { table, columns } = portion.head;
        if (table === 'license_keys') for (const row of rows) row[columns.indexOf('disabled')] = 0;
        const text = table === 'license_keys' ? JSON.stringify(rows) : portion.text;
        sums.add(portion.head, rows.length, text);
        yield { ...portion, text };
        continue;
      }
      if (portion.kind === 'header') yield { kind: 'header', header: (header = portion.header) };
      const tables = sums.end();
      if (portion.kind === 'end') yield { kind: 'end', end: { tables, sha256: sumOf(header!, tables), signature } };
    }
  };
  const pieces: Buffer[] = [];
  for await (const piece of write(forged(), undefined)) pieces.push(piece);
  writeFileSync(path(name), Buffer.concat(pieces));
}

it('takes what the service with the root key signed', async () => {
  expect(await run(nowhere(), 'backup', '--verify', '--root-key', root, path('own'))).toContain(
    `signed by acme with key`,
  );
  await run(nowhere(), 'restore', '--root-key', root, path('own'));
  const service = await Service.start(settings(nowhere()), { isNew: true });
  expect((await service.client().get(`/api/keys/${keyId}`)).body).toMatchObject({ disabled: true });
  await service.stop('SIGINT');
  rmSync(path('restored'), { recursive: true });
});

const ANOTHER = /was signed by another service: its root key is \S+\./;
const UNSIGNED = /is not signed, so nothing shows that it comes from the service of --root-key/;
const CHANGED = /signature doesn't fit its content: it was changed/;

it.each<[string, string, () => string, RegExp]>([
  ['what another service of the same name signed', 'strangers', () => root, ANOTHER],
  ['its own, where another root key is expected', 'own', () => strangersRoot, ANOTHER],
  ['what is no root key', 'own', () => 'acme', ANOTHER],
  ['one without a signature', 'unsigned', () => root, UNSIGNED],
  ['one that was changed, with its signature', 'forged', () => root, CHANGED],
  ['one that was changed, without its signature', 'forged-and-unsigned', () => root, UNSIGNED],
  ['one that was changed and signed by a key beside the set', 'forged-by-a-strangers-key', () => root, CHANGED],
  ['one that was changed, with the signature of another', 'forged-by-a-stranger', () => root, CHANGED],
  ['one with a changed bit', 'flipped', () => root, /damaged|cut short|was changed/],
])('refuses %s, and makes no database', async (_, name, key, message) => {
  expect(await refusalOf(nowhere(), 'backup', '--verify', '--root-key', key(), path(name))).toMatch(message);
  expect(await refusalOf(nowhere(), 'restore', '--root-key', key(), path(name))).toMatch(message);
  expect(existsSync(path('restored/keylink.db'))).toBe(false);
});

it('refuses options that would do nothing, and a file without a name', async () => {
  const given = ['backup', '--verify', '--encrypt-for', path('some.pub'), path('another')];
  expect(await refusalOf(nowhere(), ...given)).toBe(
    '--encrypt-for belongs to a new backup; --verify takes --identity.\n',
  );
  for (const verify of [[], ['--verify']])
    expect(await refusalOf(nowhere(), 'backup', ...verify, '')).toBe('Name the file of the backup.\n');
});

it('without it takes what is not signed, says so, and still refuses a signature that does not fit', async () => {
  expect(await run(nowhere(), 'backup', '--verify', path('forged-and-unsigned'))).toContain(
    'It is not signed: whoever can write the file could have made another one.',
  );
  expect(await refusalOf(nowhere(), 'backup', '--verify', path('forged'))).toMatch(CHANGED);
  const given = ['backup', '--root-key', root, path('another')];
  expect(await refusalOf(nowhere(), ...given)).toMatch(/--root-key belong to --verify/);
});
