import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { deviceId } from '../src/device-id.js';
import { fileStore } from '../src/file-store.js';
import { machineId } from '../src/machine-id.js';

const DEVICE_ID = join(__dirname, '../src/device-id.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file of a store', () => {
  it('always holds one text as a whole, whoever writes and reads meanwhile', async () => {
    const file = join(folder, 'some/where/passes.json');
    const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
    await fileStore(file).save(texts[0]);
    const seen = new Set<string | undefined>();
    const read = async (): Promise<void> => {
      for (let round = 0; round < 20; round += 1) seen.add(await fileStore(file).load());
    };
    const write = async (text: string): Promise<void> => {
      for (let round = 0; round < 5; round += 1) await fileStore(file).save(text);
    };
    await Promise.all([...texts.map(write), read()]);
    expect([...seen].filter((text) => !texts.includes(text ?? ''))).toEqual([]);
    expect(readdirSync(join(folder, 'some/where'))).toEqual(['passes.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is nothing before it was written', async () => {
    expect(await fileStore(join(folder, 'none')).load()).toBeUndefined();
  });

  it('leaves nothing behind when it can not be written', async () => {
    mkdirSync(join(folder, 'taken/inside'), { recursive: true });
    await expect(fileStore(join(folder, 'taken')).save('text')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});

describe('on a drive that is not connected', () => {
  /** There the topmost folder is missing too; each look at it takes a moment, or a test of what looks without end would not end. */
  const find = async (path: unknown): Promise<never> => {
    await new Promise((resolve) => setImmediate(resolve));
    throw Object.assign(new Error(`ENOENT: ${String(path)}`), { code: 'ENOENT' });
  };
  beforeEach(() => {
    jest.spyOn(promises, 'stat').mockImplementation(find);
    jest.spyOn(promises, 'mkdir').mockImplementation(find);
  });
  afterEach(() => jest.restoreAllMocks());

  it('a store and a device id fail', async () => {
    const file = join(folder, 'some/where/file');
    await expect(fileStore(file).save('text')).rejects.toThrow(/ENOENT/);
    await expect(deviceId({ file })).rejects.toThrow(/ENOENT/);
  });
});

describe('deviceId', () => {
  it('is the same each time, and for all who start at the same time', async () => {
    const file = join(folder, 'new/device-id');
    const ids = await Promise.all(Array.from({ length: 20 }, () => deviceId({ file })));
    expect(new Set([...ids, await deviceId({ file })]).size).toBe(1);
    expect(ids[0]).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(readdirSync(join(folder, 'new'))).toEqual(['device-id']);
  });

  it('is another on another machine', async () => {
    expect(await deviceId({ file: join(folder, 'one') })).not.toBe(await deviceId({ file: join(folder, 'two') }));
  });

  it('is made anew when the file is broken', async () => {
    const file = join(folder, 'device-id');
    writeFileSync(file, '\0\0\0');
    const made = await deviceId({ file });
    expect(readFileSync(file, 'utf8')).toBe(`${made}\n`);
    expect(await deviceId({ file })).toBe(made);
  });

  it('says when there can be no such file', async () => {
    writeFileSync(join(folder, 'file'), '');
    const file = join(folder, 'file/device-id');
    await expect(deviceId({ file })).rejects.toThrow(`The device id can't be kept in ${file}: ENOTDIR`);
  });
});

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;
describeOnLinux('on Linux', () => {
  it('deviceId ends where files and folders can not be made: below /proc, for a pipe, for a device', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const file of ['/proc/keylink/some/where/device-id', '/proc/self/device-id', '/dev/null', '/dev/zero', pipe]) {
      // In a process of its own: what never ends here would end no test either.
      const program = `import { deviceId } from './device-id.mjs'; deviceId({ file: process.argv[1] }).catch((error) => console.log(error.message));`;
      const outfile = join(folder, 'device-id.mjs');
      buildSync({ entryPoints: [DEVICE_ID], outfile, bundle: true, platform: 'node', format: 'esm' });
      const options = { cwd: folder, encoding: 'utf8', timeout: 10_000, killSignal: 'SIGKILL' } as const;
      const said = spawnSync(process.execPath, ['--input-type=module', '-e', program, file], options).stdout;
      expect([file, said]).toEqual([file, expect.stringMatching(`^The device id can't be kept in ${file}: .+\n$`)]);
    }
  });

  it('nor does a store spin there', async () => {
    await expect(fileStore('/proc/keylink/some/where/passes.json').save('text')).rejects.toThrow(/ENOENT/);
  });
});

describe('machineId', () => {
  const ID = '8d4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b';
  const UUID = '8D4F5A6B-7C8D-9E0F-1A2B-3C4D5E6F7A8B';
  const SAID: Record<string, string> = {
    linux: `${ID}\n`,
    darwin: `+-o J314sAP  <class IOPlatformExpertDevice>\n    {\n      "IOPlatformUUID" = "${UUID}"\n      "model" = <"x">\n`,
    win32: `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    ${UUID.toLowerCase()}\r\n\r\n`,
  };
  const system = (platform: string, said = async () => SAID[platform], isContainer = false) => ({
    platform,
    isContainer,
    read: said,
    run: said,
  });
  const file = () => join(folder, 'device-id');

  it.each(Object.keys(SAID))("is made of the system's id on %s, which can't be told from it", async (platform) => {
    const id = await machineId({ app: 'my-app', file: file() }, system(platform));
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(await machineId({ app: 'my-app', file: join(folder, 'copied') }, system(platform))).toBe(id);
    expect(await machineId({ app: 'other-app', file: file() }, system(platform))).not.toBe(id);
    const elsewhere = async () => SAID[platform].replace(/8d4f/i, '1111');
    expect(await machineId({ app: 'my-app', file: file() }, system(platform, elsewhere))).not.toBe(id);
    expect(readdirSync(folder)).toEqual([]);
  });

  const fail = () => Promise.reject(new Error('ENOENT'));
  it.each([
    ['in a container', system('linux', async () => ID, true)],
    ['on a system that has no id', system('linux', fail)],
    ['on a system that is not known', system('plan9')],
    ['on an image that was never started', system('linux', async () => 'uninitialized\n')],
    ['on a system whose id is nothing but zeros', system('linux', async () => '0'.repeat(32))],
    ['where its program fails', system('win32', fail)],
  ])('is that of the file %s', async (_, there) => {
    expect(await machineId({ app: 'my-app', file: file() }, there)).toBe(await deviceId({ file: file() }));
  });

  it('is the same each time on this machine', async () => {
    const options = { app: 'my-app', file: file() };
    expect(await machineId(options)).toBe(await machineId(options));
  });
});
