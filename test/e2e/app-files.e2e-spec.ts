import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScenario } from '../support/scenario';

const APPLE = '/.well-known/apple-app-site-association';
const ANDROID = '/.well-known/assetlinks.json';
const folder = mkdtempSync(join(tmpdir(), 'app-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

it('serves the files of apps to everybody, as they are', async () => {
  const apple = '{"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.app"], "components": [{"/": "*"}]}]}}\n';
  const android = '[{"relation": ["delegate_permission/common.handle_all_urls"]}]';
  const scenario = await startScenario({
    APPLE_APP_SITE_ASSOCIATION: write('apple', apple),
    ANDROID_ASSET_LINKS: write('android.json', android),
  });
  try {
    for (const [path, text] of [
      [APPLE, apple],
      [ANDROID, android],
    ]) {
      const answer = await scenario.service.client(null).get(path);
      expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
        200,
        'application/json; charset=utf-8',
        text,
      ]);
    }
  } finally {
    await scenario.close();
  }
});

it('answers 404 where there is none, and starts with none that is broken', async () => {
  const scenario = await startScenario();
  try {
    for (const path of [APPLE, ANDROID]) expect((await scenario.service.client(null).get(path)).status).toBe(404);
  } finally {
    await scenario.close();
  }
  await expect(startScenario({ ANDROID_ASSET_LINKS: write('broken.json', '[{') })).rejects.toThrow(
    /ANDROID_ASSET_LINKS .*broken\.json is not a JSON file/,
  );
  await expect(startScenario({ APPLE_APP_SITE_ASSOCIATION: join(folder, 'none') })).rejects.toThrow(
    /APPLE_APP_SITE_ASSOCIATION .*none is not a JSON file/,
  );
});
