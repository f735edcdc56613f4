// A small program that doesn't start without a license: LICENSE_KEY=... node app.js [license file]
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createClient, deviceId } from 'keylink-client';

const folder = process.env.APP_HOME ?? join(homedir(), '.example-app');
const keylink = createClient({
  url: process.env.KEYLINK_URL ?? 'https://licenses.example.com',
  // A program of yours has the key written in its source. This one is run against several services.
  rootKey: process.env.KEYLINK_ROOT_KEY ?? 'oRgtPQnw1BhQikpW72P4w53a6bI-vP4GRuKwxHR2KXA',
  product: 6,
  cacheFile: join(folder, 'license-cache.json'),
  onProblem: ({ reason, message }) => console.error(`(${reason}) ${message}`),
});

const { LICENSE_KEY: key } = process.env;
if (!key) {
  console.error('Start with your license key: LICENSE_KEY=... node app.js');
  process.exit(1);
}
const device = await deviceId({ file: join(folder, 'device-id') });
const request = { key, device, info: 'example 1.0' };
const [file] = process.argv.slice(2);
if (file !== undefined) {
  // What came back for the line that is printed below. From then on it counts, without the file.
  const taken = await keylink.useLicense(await readFile(file, 'utf8'), request);
  if (taken.outcome === 'unusable') console.error(`${file} can't be used: ${taken.message}`);
}
const outcome = await keylink.check(request);

switch (outcome.outcome) {
  case 'allowed':
    console.log(`Licensed until ${new Date(outcome.until).toISOString()} (${outcome.source}). Hello!`);
    break;
  case 'refused':
    console.error(`This license can't be used: ${outcome.details}`);
    process.exitCode = 1;
    break;
  case 'unreachable':
    console.error(
      `The license could not be checked (${outcome.reason}). Are you online? To work offline, send us this line, and start with the file that comes back:`,
    );
    console.error(await keylink.requestCode(request));
    process.exitCode = 2;
    break;
}
