import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceId } from '../src/device-id.js';
import { fileStore } from '../src/file-store.js';

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
    await expect(deviceId({ file: join(folder, 'file/device-id') })).rejects.toThrow(/ENOTDIR/);
  });
});
