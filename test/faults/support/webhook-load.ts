import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import type { Service } from '../../support/service';
import { idIn, post, put } from './event-changes';

const KEYS = 200;
/** License keys that one request creates. */
const KEYS_A_REQUEST = 1000;

/** A vendor who has webhooks, and changes license keys. */
export class WebhookLoad {
  /** Changes that were answered as done. */
  answered = 0;
  /** How those that were not were answered, with how many. */
  readonly refused = new Map<string, number>();
  private readonly keys: number[] = [];
  /** The service closes connections that were idle for 5 s, maybe just when the next change is sent: these end before. */
  private readonly agent = new Agent({ keepAlive: true, timeout: 3000 });

  /** @param services one that is started again takes the place of the one that was killed */
  constructor(private readonly services: readonly Service[]) {}

  /** @returns its id @throws {Error} if it is refused */
  async createWebhook(url: string, types: readonly string[] = []): Promise<number> {
    return idIn(await this.ask('/api/webhooks', { url, types }));
  }

  async deleteWebhook(id: number): Promise<void> {
    const { url } = this.services[0];
    await readText(await send(url, { method: 'DELETE', path: `/api/webhooks/${id}` }, this.agent));
  }

  /** Sends all events again. */
  async replay(id: number): Promise<void> {
    await this.ask(`/api/webhooks/${id}/replay`, { after: 0 });
  }

  /** Creates license keys, each with an event. */
  async createKeys(count: number): Promise<void> {
    for (let left = count; left > 0; left -= KEYS_A_REQUEST) {
      const keys = { count: Math.min(left, KEYS_A_REQUEST), uid: 'webhooks', pid: 1 };
      await this.ask('/api/keys/bulk', keys);
    }
  }

  /** Changes license keys at an even pace, however long the answers take. */
  async changeKeys(aSecond: number, seconds: number): Promise<void> {
    while (this.keys.length < KEYS) this.keys.push(idIn(await this.ask('/api/keys', { uid: 'webhooks', pid: 1 })));
    const start = performance.now();
    const asked: Promise<void>[] = [];
    for (let count = 0; count < aSecond * seconds; count++) {
      const wait = start + (count * 1000) / aSecond - performance.now();
      if (wait > 0) await sleep(wait);
      asked.push(this.change(count));
    }
    await Promise.all(asked);
  }

  close(): void {
    this.agent.destroy();
  }

  private async change(count: number): Promise<void> {
    const { url } = this.services[count % this.services.length];
    const line = put(`/api/keys/${this.keys[count % this.keys.length]}`, { note: `${count} ${performance.now()}` });
    const refuse = (why: string): void => void this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
    try {
      const response = await send(url, line, this.agent);
      const text = await readText(response);
      if (response.statusCode === 200) this.answered++;
      else refuse(`${response.statusCode} ${text}`);
    } catch (error) {
      refuse(String(error));
    }
  }

  private async ask(path: string, body: object): Promise<string> {
    const response = await send(this.services[0].url, post(path, body), this.agent);
    const text = await readText(response);
    if (response.statusCode! >= 300) throw new Error(`${path} was answered ${response.statusCode} ${text}`);
    return text;
  }
}
