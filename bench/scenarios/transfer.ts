import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, type Scenario, withServers } from '../bench';
import { licenseKey } from '../databases/seed';
import { readText, send } from '../load/http-client';
import { MEGABYTE } from '../numbers';
import { SERVICE } from '../paths';
import { API_KEY, type ServerProcess } from '../server-process';

const SAMPLE_EVERY_MS = 25;
const ROWS_A_PIECE = 1000;
const HEADER = 'uuid,product,key,ip,status,disabled,locked,lastSeen,expiresAt,seats,leaseSeconds\n';
/** A check that finds nothing: it reads, and leaves what is imported as it is. */
const CHECK = { method: 'POST', path: '/api/check', body: JSON.stringify({ id: 'no-such-key' }) } as const;

/** What was seen of the service while something went on. Times in milliseconds, memory in bytes. */
interface Watched {
  readonly total: number;
  readonly memory: number;
  readonly slowestCheck: number;
}

export const transfer: Scenario = {
  name: 'transfer',
  title: 'POST /api/keys/import of very many license keys, and GET /api/keys/export of them',
  async run(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'keylink-bench-'));
    try {
      const { url } = await bench.createDatabase();
      await withServers([[SERVICE, url]], ([service]) => measure(bench, service, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(bench: Bench, service: ServerProcess, folder: string): Promise<void> {
  const [sent, received] = [join(folder, 'sent.csv'), join(folder, 'received.csv')];
  const rows = bench.sizes.transferRows;
  await pipeline(Readable.from(fileOf(rows)), createWriteStream(sent));
  const imported = await watch(service, () => importFile(service.url, sent, rows));
  tell(bench, `import of ${rows.toLocaleString('en')} license keys`, imported);
  const exported = await watch(service, () => exportFile(service.url, received));
  tell(bench, `export of ${rows.toLocaleString('en')} license keys`, exported);
  const common = { scenario: 'transfer', engine: bench.engine };
  bench.report.required({
    ...common,
    text: 'the exported file is the imported one, byte for byte',
    value: (await digest(sent)) === (await digest(received)) ? 1 : 0,
    unit: '',
    bound: { atLeast: 1 },
  });
  bench.report.required({
    ...common,
    text: 'import and export: resident memory at most',
    value: Math.max(imported.memory, exported.memory) / MEGABYTE,
    unit: 'MB',
    bound: { below: 300 },
  });
}

function tell({ engine, report }: Bench, text: string, { total, memory, slowestCheck }: Watched): void {
  const found = (what: string, value: number, unit: string): void =>
    report.found({ scenario: 'transfer', engine, text: `${text}, ${what}`, value, unit });
  found('total', total / 1000, 's');
  found('most resident memory', memory / MEGABYTE, 'MB');
  found('slowest check meanwhile', slowestCheck, 'ms');
}

/** Checks and looks at the memory, again and again, while the work goes on. */
async function watch(service: ServerProcess, work: () => Promise<void>): Promise<Watched> {
  const start = performance.now();
  const working = work().then(() => 'over');
  let memory = 0;
  let slowestCheck = 0;
  do {
    memory = Math.max(memory, await service.memory());
    const asked = performance.now();
    await readText(await send(service.url, CHECK));
    slowestCheck = Math.max(slowestCheck, performance.now() - asked);
  } while ((await Promise.race([working, sleep(SAMPLE_EVERY_MS)])) !== 'over');
  return { total: performance.now() - start, memory, slowestCheck };
}

/** A file as an export has it. */
function* fileOf(rows: number): Generator<string> {
  yield HEADER;
  for (let first = 1; first <= rows; first += ROWS_A_PIECE) {
    let piece = '';
    for (let n = first; n < first + ROWS_A_PIECE && n <= rows; n++) {
      piece += `customer-${n % 5000},${n % 20},${licenseKey(n)},,true,false,false,${1767225600000 + n},,,\n`;
    }
    yield piece;
  }
}

/** Sends the file while it reads the results, of which it keeps the last line. */
async function importFile(url: string, file: string, rows: number): Promise<void> {
  const outgoing = request(`${url}/api/keys/import`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'text/csv' },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  const sent = pipeline(createReadStream(file), outgoing);
  let end = '';
  for await (const chunk of await answered) end = (end + String(chunk)).slice(-1000);
  await sent;
  const summary = JSON.parse(end.trim().split('\n').at(-1) ?? '') as { complete: boolean; created: number };
  if (!summary.complete || summary.created !== rows)
    throw new Error(`The import went wrong: ${JSON.stringify(summary)}`);
}

async function exportFile(url: string, file: string): Promise<void> {
  const response = await send(url, { method: 'GET', path: '/api/keys/export' });
  if (response.statusCode !== 200) throw new Error(`The export was answered ${response.statusCode}`);
  await pipeline(response, createWriteStream(file));
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
