import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from './http-client';
import type { RequestLine } from './request-line';

/** How often requests are sent, in milliseconds: what is due by then goes out together. */
const TICK_MS = 5;
const CONNECTIONS = 64;

/**
 * Sends requests in turn at a steady rate, as many programs do that know nothing of each other.
 * @throws {Error} when one isn't answered with 200
 */
export async function sendPaced(
  url: string,
  requests: readonly RequestLine[],
  perSecond: number,
  seconds: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answers: Promise<void>[] = [];
  const start = performance.now();
  for (let sent = 0; sent < perSecond * seconds;) {
    const due = Math.min(perSecond * seconds, ((performance.now() - start) / 1000) * perSecond);
    for (; sent < due; sent++) answers.push(ask(url, requests[sent % requests.length], agent));
    await sleep(TICK_MS);
  }
  await Promise.all(answers);
  agent.destroy();
}

/** Sends each of some requests once, as fast as they are answered. @throws {Error} when one isn't answered with 200 */
export async function sendAll(url: string, requests: readonly RequestLine[], connections = CONNECTIONS): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const rest = requests.values();
  const work = async (): Promise<void> => {
    for (const line of rest) await ask(url, line, agent);
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
}

async function ask(url: string, line: RequestLine, agent: Agent): Promise<void> {
  const response = await send(url, line, agent);
  const body = await readText(response);
  if (response.statusCode !== 200) throw new Error(`${line.path} was answered ${response.statusCode}: ${body}`);
}
