import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { API_KEY } from '../server-process';
import type { LoadOrder, LoadResult } from './generator';
import type { RequestLine } from './request-line';

/** Runs the load that its argument describes, and prints what it measured. */
async function main(): Promise<void> {
  const { url, requestFile, connections, seconds } = JSON.parse(process.argv[2]) as LoadOrder;
  const lines = readFileSync(requestFile, 'utf8').trimEnd().split('\n');
  const requests = lines.map((line) => JSON.parse(line) as RequestLine);
  let opened = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    idReplacement: true,
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    // Every connection has requests of its own, as long as there are enough.
    setupClient: (connection) => {
      const own = requests.filter((_, index) => index % connections === opened % connections);
      connection.setRequests((own.length > 0 ? own : requests).map(toRequest));
      opened++;
    },
  });
  const measured: LoadResult = {
    requestsPerSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  };
  process.stdout.write(JSON.stringify(measured));
}

const toRequest = ({ userAgent, ...request }: RequestLine) => ({
  ...request,
  ...(userAgent !== undefined && { headers: { 'user-agent': userAgent } }),
});

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
