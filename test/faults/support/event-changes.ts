import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import type { RequestLine } from '../../../bench/load/request-line';
import type { Service } from '../../support/service';

const DONE: readonly number[] = [200, 201, 202];
/** After a refusal. */
const PAUSE_MS = 50;

/** A change that was asked for. Its mark is in each record that it is about, and so in the events. */
export interface Change {
  readonly mark: string;
  /** Of its events. */
  readonly type: string;
  readonly records: number;
  /** By `performance.now()`; undefined if it may have been done or not. */
  answeredAt?: number;
}

/** How to ask for a change. */
export interface Request {
  readonly type: string;
  readonly line: RequestLine;
  /** How many records it changes; 1 by default. */
  readonly records?: number;
  /** Gets the answer's body, if it was done. */
  readonly done?: (body: string) => void;
}

/** The mark in a license key's note, a link's url, or a customer's name. */
export const markIn = (text: string | null | undefined): string | undefined => /told-\d+/.exec(text ?? '')?.[0];

export const idIn = (body: string): number => (JSON.parse(body) as { id: number }).id;

/** Asks for changes, and remembers what was answered. */
export class EventChanges {
  readonly all: Change[] = [];
  /** Refusals other than 503. */
  readonly unexpected: string[] = [];
  private readonly agent = new Agent({ keepAlive: true });

  /** @param services one that is started again takes the place of the one that was killed */
  constructor(private readonly services: readonly Service[]) {}

  get instances(): number {
    return this.services.length;
  }

  /** Notes a change that may have been done or not; who makes it sets `answeredAt`. */
  note({ type, records = 1 }: Pick<Request, 'type' | 'records'>): Change {
    const change: Change = { mark: this.nextMark, type, records };
    this.all.push(change);
    return change;
  }

  /** @param instance the index of the one that is asked */
  async ask(instance: number, how: (mark: string) => Request): Promise<Change> {
    const request = how(this.nextMark);
    const change = this.note(request);
    const { status, text } = await this.exchange(instance, request.line);
    if (DONE.includes(status)) {
      change.answeredAt = performance.now();
      request.done?.(text);
      return change;
    }
    const { method, path } = request.line;
    if (status !== 503 && status !== 0) this.unexpected.push(`${method} ${path} was answered ${status} ${text}`);
    await sleep(PAUSE_MS);
    return change;
  }

  /** @throws {Error} if that was not answered */
  async createKey(): Promise<number> {
    let id: number | undefined;
    await this.ask(0, (mark) => keyCreation(mark, (created) => (id = created)));
    if (id === undefined) throw new Error('A license key could not be created.');
    return id;
  }

  /** @returns the status 0 if the connection failed */
  async exchange(instance: number, line: RequestLine): Promise<{ status: number; text: string }> {
    try {
      const response = await send(this.services[instance].url, line, this.agent);
      return { status: response.statusCode ?? 0, text: await readText(response) };
    } catch (error) {
      return { status: 0, text: String(error) };
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private get nextMark(): string {
    return `told-${this.all.length + 1}`;
  }
}

export function keyCreation(mark: string, done?: (id: number) => void): Request {
  const line = post('/api/keys', { uid: mark, pid: 1, note: mark });
  return { type: 'licenseKey.created', line, done: (body) => done?.(idIn(body)) };
}

export const post = (path: string, body: object): RequestLine => ({ method: 'POST', path, body: JSON.stringify(body) });
export const put = (path: string, body: object): RequestLine => ({ method: 'PUT', path, body: JSON.stringify(body) });
