import { generateKeyPairSync } from 'node:crypto';
import { protectedHeader, publicHalf, signCompact } from '../../src/signing/jws';
import { verdictPayload } from '../../src/signing/verdict-payload';
import { type Bench, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { licenseKey, seedKeys } from '../databases/seed';
import { readText, send } from '../load/http-client';
import { checksOf, type RequestLine } from '../load/request-line';
import { median } from '../numbers';
import { SERVICE } from '../paths';

const NONCE = 'nOnce_of-the-benchmark';
const VERDICTS = 20_000;
const WARM_UP_VERDICTS = 5_000;

export const signing: Scenario = {
  name: 'signing',
  title: 'POST /api/check with a nonce, whose answer is signed',
  async run(bench) {
    const { sizes, report, engine } = bench;
    const { url, dataSource } = await bench.createDatabase();
    await seedKeys(dataSource, sizes.keys);
    await withServers([[SERVICE, url]], async ([service]) => {
      await setUp(service.url);
      const unsigned = checksOf(sizes.keys);
      const comparison = await compare(bench, 'signing', [
        { name: 'unsigned', servers: [service], requests: unsigned },
        { name: 'signed', servers: [service], requests: unsigned.map(withNonce) },
      ]);
      report.required({
        scenario: 'signing',
        engine,
        text: 'checks with a signed answer / without',
        value: comparison.throughputRatio('signed', 'unsigned'),
        unit: '',
        bound: { atLeast: 0.6 },
      });
    });
    requireQuickSignatures(bench);
  },
};

async function setUp(url: string): Promise<void> {
  const response = await send(url, { method: 'POST', path: '/api/signing', body: '{}' });
  const text = await readText(response);
  if (response.statusCode !== 201) throw new Error(`Signing was not set up: ${text}`);
}

function withNonce(line: RequestLine): RequestLine {
  return { ...line, body: JSON.stringify({ ...(JSON.parse(line.body ?? '{}') as object), nonce: NONCE }) };
}

/** What one verdict costs the event loop, beside nothing else. */
function requireQuickSignatures({ sizes, report, engine }: Bench): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const header = protectedHeader('keylink-verdict+jwt', publicHalf(privateKey).kid);
  const sign = (count: number): void => {
    const now = Date.now();
    for (let n = 1; n <= count; n++) {
      const facts = { nonce: NONCE, status: 'AUTHORISED', pass: true, key: licenseKey(n), product: 6, device: `d${n}` };
      signCompact(header, { iss: 'keylink', ...verdictPayload(facts, 14, now) }, privateKey);
    }
  };
  sign(WARM_UP_VERDICTS);
  const rounds = Array.from({ length: sizes.rounds }, () => {
    const before = process.cpuUsage();
    sign(VERDICTS);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / VERDICTS;
  });
  report.required({
    scenario: 'signing',
    engine,
    text: 'processor time of a signed verdict',
    value: median(rounds),
    unit: 'µs',
    bound: { below: 60 },
  });
}
