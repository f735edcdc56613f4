import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_KEY, type Service } from './service';

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

/** What a service answers at a host, with an API key that may do anything. */
export function askHost(service: Service, host: string, path: string, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'x-api-key': ADMIN_KEY };
    const sent = request(new URL(service.url), { path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, location: answered.location, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject).end();
  });
}

/** Within seconds, or half a minute beside a busy neighbour. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('It did not happen.');
    await sleep(100);
  }
}
