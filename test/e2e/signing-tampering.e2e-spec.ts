import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '../../src/signing/jws';
import { keylink } from '../support/command-line';
import { openKeySet, walk } from '../support/key-set-chain';
import { ROOT } from '../support/root';
import { runSql } from '../support/run-sql';
import type { Scenario } from '../support/scenario';
import { KEY_SETS, kidOf, SigningDesk, startSigning } from '../support/signing';

/* Somebody can write to the database, and waits for the keeper of the root key to sign. */

let scenario: Scenario;
let desk: SigningDesk;
let folder: string;
let rootFile: string;
let root: { kid: string; x: string };
let stolen: string;

jest.setTimeout(120_000);

beforeAll(async () => {
  ({ scenario, desk } = await startSigning());
  folder = mkdtempSync(join(tmpdir(), 'keylink-tampering-'));
  rootFile = join(folder, 'root.pem');
  root = (await scenario.admin.post('/api/signing', {})).body.root;
  stolen = await desk.currentKid();
  await scenario.admin.post('/api/signing/revoke', { kid: stolen });
});
afterAll(async () => {
  await scenario.close();
  rmSync(folder, { recursive: true });
});

const environment = () => ({ DATABASE_URL: scenario.database.url, ...SigningDesk.environment });
const sql = (statement: string, parameters: unknown[] = []) => runSql(scenario.database, statement, parameters);

/** What the doctor says of signing: in the service, and as a command. */
async function diagnoses(): Promise<[status: string, message: string][]> {
  const { body } = await scenario.admin.get('/api/doctor');
  const { stdout } = await keylink(environment(), 'doctor', '--json');
  return [body.findings, JSON.parse(stdout).checks].map((found: Record<string, string>[]) => {
    const { status, message } = found.find(({ check }) => check === 'signing')!;
    return [status, message];
  });
}

async function expectRefused(kid: string, difference: string, ways: string[][]): Promise<void> {
  const named = expect.stringMatching(`${kid}.* ${difference}`);
  for (const way of ways) {
    const { exitCode, body } = await desk.run(...way);
    expect([way, exitCode, body]).toEqual([way, 1, { msg: named }]);
  }
  const failed = ['failed', named];
  expect(await diagnoses()).toEqual([failed, failed]);
}

const plant = ({ kid, x }: ReturnType<typeof newKey>) =>
  sql('INSERT INTO signing_keys (role, kid, x, notBefore) VALUES (?, ?, ?, ?)', ['signing', kid, x, 1]);
const remove = (kid: string) => sql('DELETE FROM signing_keys WHERE kid = ?', [kid]);
const version = async () => (await desk.status()).version as number;

it('a planted key and a revocation taken back are signed by no operation, the root in the database', async () => {
  const planted = newKey();
  const before = await version();
  await plant(planted);
  const current = await desk.currentKid();
  for (const [path, sent] of [
    ['rotate', {}],
    ['revoke', { kid: current }],
    ['rotate-root', {}],
  ] as const) {
    const { status, body } = await scenario.admin.post(`/api/signing/${path}`, sent);
    expect([path, status, body]).toEqual([path, 409, { msg: expect.stringContaining(planted.kid) }]);
  }
  await expectRefused(planted.kid, 'is in no signed key set', [
    ['rotate'],
    ['export-root'],
    ['init', '--anew', root.kid],
  ]);
  await remove(planted.kid);
  await sql('UPDATE signing_keys SET revokedAt = NULL WHERE kid = ?', [stolen]);
  await expectRefused(stolen, 'has no revokedAt', [['rotate']]);
  await sql('UPDATE signing_keys SET revokedAt = 1 WHERE kid = ?', [stolen]);
  expect(await version()).toBe(before);
  expect((await diagnoses()).map(([status]) => status)).toEqual(['ok', 'ok']);
});

it('nor with the root in a file; what is signed is shown, and holds the one change alone', async () => {
  await desk.run('export-root', '--out', rootFile);
  const planted = newKey();
  await plant(planted);
  await sql('UPDATE signing_keys SET revokedAt = NULL WHERE kid = ?', [stolen]);
  await expectRefused('key', '(is in no signed key set|has no revokedAt)', [['rotate', '--root-file', rootFile]]);
  await remove(planted.kid);
  await sql('UPDATE signing_keys SET revokedAt = 1 WHERE kid = ?', [stolen]);
  const former = await desk.currentKid();
  const { body, stderr } = await desk.run('rotate', '--root-file', rootFile);
  const current = body.keys.at(-1).kid;
  expect(stderr).toMatch(new RegExp(`To be signed: version ${body.version} of the key set, for keylink, until `));
  expect(stderr).toMatch(new RegExp(`key +${former} from \\S+, until \\S+\\n`));
  expect(stderr).toMatch(new RegExp(`key +${current} from \\S+, signs \\(new\\)\\n`));
  expect(stderr).toMatch(new RegExp(`revoked +${stolen}\\n`));
  const latest = (await walk(scenario.service.client(null), root.x)).at(-1)!;
  expect([latest.keys.map(({ kid }) => kid), latest.revoked]).toEqual([[former, current], [stolen]]);
});

it('asks at a terminal before it signs, unless --yes is given', async () => {
  const before = await version();
  const at = async (answer: string, ...more: string[]): Promise<string> => {
    const command = [process.execPath, join(ROOT, 'dist/cli/main.js'), 'signing', 'rotate', '--root-file', rootFile];
    const env = { PATH: process.env.PATH, ...environment() };
    const args = ['-qec', [...command, ...more].join(' '), '/dev/null'];
    const terminal = spawn('script', args, { env, cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    let shown = '';
    terminal.stdout.on('data', (piece: Buffer) => {
      shown += piece.toString();
      if (shown.includes('[y/N]') && terminal.stdin.writable) terminal.stdin.end(`${answer}\n`);
    });
    await once(terminal, 'close');
    return shown;
  };
  expect(await at('n')).toMatch(/To be signed: version [^]*Sign it\? \[y\/N\][^]*Nothing was signed\./);
  expect(await version()).toBe(before);
  expect(await at('y')).toContain(`Key set: version ${before + 1},`);
  expect(await at('', '--yes')).toMatch(/To be signed: (?:(?!Sign it)[^])*$/);
  expect(await version()).toBe(before + 2);
});

it('key sets that the root did not sign, or in the place of others, are followed by none', async () => {
  const [{ jws: last }] = (await sql('SELECT jws FROM key_sets WHERE version = ?', [await version()])) as {
    jws: string;
  }[];
  const put = (jws: string) =>
    sql('UPDATE key_sets SET jws = ? WHERE version = (SELECT * FROM (SELECT MAX(version) FROM key_sets) AS it)', [jws]);
  const { body: first } = await scenario.service.client(null).get(`${KEY_SETS}/1`);
  expect(openKeySet(first, root.x).version).toBe(1);
  await put(JSON.stringify(first));
  await expectRefused('version 1', 'stands in the place of', [['rotate', '--root-file', rootFile]]);
  const { payload, signatures } = JSON.parse(last);
  const words = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...words, revoked: [] })).toString('base64url');
  await put(JSON.stringify({ payload: changed, signatures }));
  await expectRefused('version', 'is not signed by its root key', [['rotate', '--root-file', rootFile]]);
  await put(last);
  expect((await diagnoses()).map(([status]) => status)).toEqual(['ok', 'ok']);
});

it('a private half that was exchanged signs nothing, and another key takes its place', async () => {
  const kid = await desk.currentKid();
  await sql('UPDATE signing_keys SET privateKey = ? WHERE kid = ?', ['A'.repeat(128), kid]);
  const { exitCode, stdout } = await keylink(environment(), 'doctor');
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/FAILED +signing: nothing is signed\. The secret key/)]);
  await desk.run('rotate', '--root-file', rootFile);
  expect((await diagnoses()).map(([status]) => status)).toEqual(['ok', 'ok']);
  expect(kidOf(await desk.license())).toBe(await desk.currentKid());
});

it('an older state put back is noticed by an instance that saw the newer', async () => {
  const newest = await version();
  const backup = (await sql('SELECT * FROM signing_keys')) as { kid: string }[];
  const added = (await desk.run('rotate', '--root-file', rootFile)).body.keys.at(-1).kid as string;
  expect(await version()).toBe(newest + 1);
  await sql('DELETE FROM key_sets WHERE version = ?', [newest + 1]);
  await remove(added);
  for (const row of backup as unknown as Record<string, unknown>[])
    await sql('UPDATE signing_keys SET notAfter = ?, privateKey = ? WHERE kid = ?', [
      row.notAfter,
      row.privateKey,
      row.kid,
    ]);
  expect((await scenario.admin.post('/api/signing/rotate')).body.msg).toContain('keylink restored');
  const [inService] = await diagnoses();
  expect(inService).toEqual(['failed', expect.stringContaining('keylink restored')]);
});
