// Writes console/src/api/schema.d.ts, the types of the console's requests, from the OpenAPI document of the built service, which is started
// for it on an empty database. With --stdin it reads the document from standard input and prints the types instead.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'oxfmt';

const ROOT = join(import.meta.dirname, '..');
const TYPES = join(ROOT, 'console/src/api/schema.d.ts');
const API_KEY = randomBytes(32).toString('hex');
const MOST_TRIES = 300;

/** Schemas as the source calls them: `ApiKey` and `Device` are components of the console, and `Error` is everybody's. */
function withSuffixes(document) {
  const named = JSON.parse(JSON.stringify(document).replaceAll(/"(#\/components\/schemas\/\w+)"/g, '"$1Dto"'));
  const schemas = Object.entries(named.components.schemas).map(([name, schema]) => [`${name}Dto`, schema]);
  // The console receives no webhooks, and needs none of their schemas.
  return withUsed({
    ...named,
    webhooks: {},
    components: { ...named.components, schemas: Object.fromEntries(schemas) },
  });
}

function withUsed(document) {
  const { schemas } = document.components;
  const used = new Set();
  const use = (part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      use(schemas[name]);
    }
  };
  use(document.paths);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas: kept } };
}

async function toTypes(document) {
  const source = astToString(
    await openapiTS(withSuffixes(document), { alphabetize: true, rootTypes: true, rootTypesNoSchemaPrefix: true }),
  );
  const head = '// Made by scripts/console-types.mjs from the OpenAPI document of the service.\n\n';
  const { code, errors } = await format(TYPES, head + source, { singleQuote: true, printWidth: 120 });
  if (errors.length > 0) throw new Error(errors[0].message);
  return code;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function readDocument(port, child) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}; was it built?`);
    const response = await fetch(`http://127.0.0.1:${port}/docs/openapi.json`, {
      headers: { 'x-api-key': API_KEY },
    }).catch(() => undefined);
    if (response?.ok) return response.json();
    await setTimeout(100);
  }
  throw new Error('The service gave no document.');
}

async function documentOfBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'keylink-types-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, 'dist/main.js')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: `sqlite:${join(folder, 'keylink.db')}`,
      BOOTSTRAP_API_KEY: API_KEY,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    return await readDocument(port, child);
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
}

if (process.argv.includes('--stdin')) process.stdout.write(await toTypes(JSON.parse(await text(process.stdin))));
else writeFileSync(TYPES, await toTypes(await documentOfBuild()));
