import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withServers } from './bench';
import { compare } from './comparison';
import { type Engine, runOnServer } from './databases/bench-database';
import { findMysqlServer } from './databases/mysql-server';
import { linkName } from './databases/seed';
import { LoadGenerator } from './load/generator';
import { readText, send } from './load/http-client';
import { COLD_LINKS, HOT_LINKS, visitsOf } from './load/visitors';
import { SERVICE } from './paths';
import { Report } from './report/report';
import type { ServerProcess } from './server-process';

const LINES = 100_000;
const REPEATED = 400;
const ROUNDS = 5;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

/** Databases without any tables: the other checkout makes those that it knows. */
interface Place {
  readonly engine: Engine;
  readonly urls: readonly [before: string, now: string, off: string];
  remove(): Promise<void>;
}

/** Compares redirects with those of another checkout, which is built: `node dist-bench/bench/redirects-against.js <folder> [mysql]`. */
async function main(folder: string, engine = 'embedded'): Promise<void> {
  const generator = new LoadGenerator();
  const place = engine === 'mysql' ? await onServer() : inFolder();
  const [before, now, off] = place.urls;
  const starts = [
    [join(folder, 'dist/main.js'), before],
    [SERVICE, now],
    [SERVICE, off, { VISIT_STATS: 'off' }],
  ] as const;
  try {
    await withServers(starts, async (servers) => {
      for (const server of servers) await importLinks(server);
      const [then, current, without] = servers;
      const [repeated, single] = [visitsOf(REPEATED, LINES), visitsOf(LINES, LINES)];
      const sizes = { rounds: ROUNDS, roundSeconds: 4, warmUpSeconds: 3 };
      const comparison = await compare({ engine: place.engine, sizes, generator, report: new Report(tell) }, 'visits', [
        { name: 'before', servers: [then], requests: repeated },
        { name: 'before, none repeats', servers: [then], requests: single },
        { name: 'now', servers: [current], requests: repeated },
        { name: 'now, none repeats', servers: [current], requests: single },
        { name: 'VISIT_STATS=off', servers: [without], requests: repeated },
      ]);
      for (const [name, other] of [
        ['now', 'before'],
        ['now, none repeats', 'before, none repeats'],
        ['VISIT_STATS=off', 'before'],
      ]) {
        const [requests, processor] = [comparison.throughputRatio(name, other), comparison.processorRatio(name, other)];
        tell(`  ${name} / ${other}: ${requests.toFixed(3)} of the requests, ${processor.toFixed(3)} by processor time`);
      }
    });
  } finally {
    generator.close();
    await place.remove();
  }
}

function inFolder(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'keylink-against-'));
  const [before, now, off] = ['before', 'now', 'off'].map((name) => `sqlite:${folder}/${name}.db`);
  return { engine: 'embedded', urls: [before, now, off], remove: async () => rmSync(folder, { recursive: true }) };
}

async function onServer(): Promise<Place> {
  const { url: server } = await findMysqlServer(process.env);
  const names = ['before', 'now', 'off'].map((name) => `keylink_against_${process.pid}_${name}`);
  for (const name of names) await runOnServer(server, `CREATE DATABASE ${name}`);
  const [before, now, off] = names.map((name) => Object.assign(new URL(server), { pathname: name }).href);
  const remove = async (): Promise<void> => {
    for (const name of names) await runOnServer(server, `DROP DATABASE ${name}`);
  };
  return { engine: 'mysql', urls: [before, now, off], remove };
}

/** By the API, which other versions have as well. */
async function importLinks({ url }: ServerProcess): Promise<void> {
  const rows = Array.from(
    { length: HOT_LINKS + COLD_LINKS },
    (_, index) => `${linkName(index + 1)},https://example.com/page/${index + 1}`,
  );
  const response = await send(url, {
    method: 'POST',
    path: '/api/links/import?results=problems',
    body: `name,url\n${rows.join('\n')}\n`,
    headers: { 'content-type': 'text/csv' },
  });
  const text = await readText(response);
  if (!text.includes('"complete":true')) throw new Error(`Links were not imported: ${text}`);
}

main(process.argv[2], process.argv[3]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
