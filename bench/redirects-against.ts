import { join } from 'node:path';
import { withServers } from './bench';
import { compare } from './comparison';
import { emptyFile, emptyOnServer, type EmptyDatabase } from './databases/bench-database';
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

/** Compares redirects with those of another checkout, which is built: `node dist-bench/bench/redirects-against.js <folder> [mysql]`. */
async function main(folder: string, engine = 'embedded'): Promise<void> {
  const generator = new LoadGenerator();
  const server = engine === 'mysql' ? (await findMysqlServer(process.env)).url : undefined;
  const databases: EmptyDatabase[] = [];
  // Without tables: the other checkout makes those that it knows.
  const create = async (): Promise<string> => {
    const database = server === undefined ? emptyFile() : await emptyOnServer(server);
    databases.push(database);
    return database.url;
  };
  try {
    const starts = [
      [join(folder, 'dist/main.js'), await create()],
      [SERVICE, await create()],
      [SERVICE, await create(), { VISIT_STATS: 'off' }],
    ] as const;
    await withServers(starts, async (servers) => {
      for (const server of servers) await importLinks(server);
      const [before, now, off] = servers;
      const [repeated, single] = [visitsOf(REPEATED, LINES), visitsOf(LINES, LINES)];
      const sizes = { rounds: ROUNDS, roundSeconds: 4, warmUpSeconds: 3 };
      const comparison = await compare(
        { engine: databases[0].engine, sizes, generator, report: new Report(tell) },
        'visits',
        [
          { name: 'before', servers: [before], requests: repeated },
          { name: 'before, none repeats', servers: [before], requests: single },
          { name: 'now', servers: [now], requests: repeated },
          { name: 'now, none repeats', servers: [now], requests: single },
          { name: 'VISIT_STATS=off', servers: [off], requests: repeated },
        ],
      );
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
    for (const database of databases) await database.remove();
  }
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
