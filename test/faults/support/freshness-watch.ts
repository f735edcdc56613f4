import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import type { RequestLine } from '../../../bench/load/request-line';
import { claim, type Claim } from '../row';
import type { Cluster } from './cluster';

/** Between two questions of one client, and after a refusal. */
const PAUSE_MS = 5;
const REFUSED_PAUSE_MS = 50;
/** A change that was refused is sent again for so long. */
const CHANGE_TIMEOUT_MS = 60_000;
/** Nothing stale among no answers would prove nothing. */
const ENOUGH = 20;

/** A license key as it was acknowledged; while it is being disabled it may be either. */
interface WatchedKey {
  readonly id: number;
  readonly key: string;
  state: 'enabled' | 'changing' | 'disabled';
  /** When the state was acknowledged, by `performance.now()`. */
  since: number;
}

interface WatchedLink {
  readonly name: string;
  readonly since: number;
}

interface Instance {
  readonly name: string;
  readonly url: string;
}

/** What came of a question; undefined when it was refused. */
type Answer = string | undefined;

/**
 * Creates and disables records, and asks instances about them over and over: whatever was acknowledged before a
 * question was sent must show in its answer, or the answer is 503.
 */
export class FreshnessWatch {
  /** Answers that didn't know what had been acknowledged. */
  readonly stale: string[] = [];
  /** Answers that are neither right nor 503. */
  private readonly improper: string[] = [];
  readonly keys: WatchedKey[] = [];
  readonly links: WatchedLink[] = [];
  changes = 0;
  answered = 0;
  private refused = 0;
  private stopped = false;
  private readonly loops: Promise<void>[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  /** Changes are rare: a connection of their own each, or one might be closed at the moment it is used again. */
  private readonly changeAgent = new Agent({ keepAlive: false });

  /**
   * Asks an instance from now on, about the newest records most of all.
   * @param name what it is called where its answers are stale
   */
  watch(name: string, url: string, clients: number): void {
    for (let client = 0; client < clients; client++) this.loops.push(this.askRepeatedly({ name, url }));
  }

  async finish(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
    this.agent.destroy();
  }

  /** @param writer the instance that it is created through */
  async createKey(writer: string): Promise<WatchedKey> {
    const text = await this.change(writer, 201, () => ({
      method: 'POST',
      path: '/api/keys',
      body: JSON.stringify({ uid: 'fresh', pid: 1 }),
    }));
    const { id, key } = JSON.parse(text) as { id: number; key: string };
    const created: WatchedKey = { id, key, state: 'enabled', since: performance.now() };
    this.keys.push(created);
    return created;
  }

  async createLink(writer: string): Promise<void> {
    const text = await this.change(writer, 200, () => ({
      method: 'POST',
      path: '/api/link',
      // A name of its own each time: what was refused may have been done.
      body: JSON.stringify({ name: `fresh-${randomUUID()}`, url: 'https://example.com/' }),
    }));
    this.links.push({ name: (JSON.parse(text) as { name: string }).name, since: performance.now() });
  }

  async disable(key: WatchedKey, writer: string): Promise<void> {
    key.state = 'changing';
    const body = JSON.stringify({ disabled: true });
    await this.change(writer, 200, () => ({ method: 'PUT', path: `/api/keys/${key.id}`, body }));
    key.state = 'disabled';
    key.since = performance.now();
  }

  /** Acknowledged records that some node of a cluster doesn't know, or knows otherwise. */
  async findLost(cluster: Cluster): Promise<number> {
    let most = 0;
    for (const index of cluster.nodes.keys()) {
      const keys = await cluster.read(index, "SELECT id, disabled FROM keylink.license_keys WHERE uuid = 'fresh'");
      const links = await cluster.read(index, "SELECT name FROM keylink.links WHERE name LIKE 'fresh-%'");
      const disabled = new Map(keys.map((row) => [Number(row.id), Number(row.disabled) === 1]));
      const names = new Set(links.map(({ name }) => String(name)));
      const lostKeys = this.keys.filter(({ id, state }) => disabled.get(id) !== (state === 'disabled'));
      most = Math.max(most, lostKeys.length + this.links.filter(({ name }) => !names.has(name)).length);
    }
    return most;
  }

  claims(): Claim[] {
    return [
      claim(
        'no answer misses what was acknowledged before',
        `${this.stale.length} of ${this.answered} answers stale, ${this.refused} refused ${summary(this.stale)}`.trim(),
        this.stale.length === 0 && this.answered >= ENOUGH,
      ),
      ...(this.improper.length === 0 ? [] : [claim('right, or 503', summary(this.improper), false)]),
    ];
  }

  /** Sends a change until it is acknowledged. */
  private async change(writer: string, acknowledged: number, line: () => RequestLine): Promise<string> {
    const giveUp = performance.now() + CHANGE_TIMEOUT_MS;
    for (;;) {
      const response = await send(writer, line(), this.changeAgent);
      const text = await readText(response);
      if (response.statusCode === acknowledged) {
        this.changes++;
        return text;
      }
      if (response.statusCode !== 503 || performance.now() > giveUp) {
        throw new Error(`A change was answered ${response.statusCode}: ${text}`);
      }
      await sleep(REFUSED_PAUSE_MS);
    }
  }

  private async askRepeatedly(instance: Instance): Promise<void> {
    for (let number = 0; !this.stopped; number++) {
      const key = pick(this.keys, number);
      const link = pick(this.links, number);
      const answers = [
        key ? await this.askForKey(instance, key) : undefined,
        link ? await this.askForLink(instance, link) : undefined,
      ];
      await sleep(answers.every((answer) => answer === undefined) ? REFUSED_PAUSE_MS : PAUSE_MS);
    }
  }

  private askForKey(instance: Instance, key: WatchedKey): Promise<Answer> {
    const { state, since } = key;
    const body = JSON.stringify({ id: key.key, info: 'fresh' });
    return this.ask(instance, { method: 'POST', path: '/api/check', body }, since, (status, text) => {
      if (status !== 200) return undefined;
      const verdict = JSON.parse(text) as { status: string; pass: boolean };
      const right = state === 'disabled' ? ['KEY DISABLED'] : ['AUTHORISED'];
      // It may have changed since it was asked for.
      if (state === 'changing' || key.state !== state) right.push('AUTHORISED', 'KEY DISABLED');
      const isRight = right.includes(verdict.status) && verdict.pass === (verdict.status === 'AUTHORISED');
      return isRight ? 'right' : `${verdict.status} for a key that is ${state}`;
    });
  }

  private askForLink(instance: Instance, { name, since }: WatchedLink): Promise<Answer> {
    return this.ask(instance, { method: 'GET', path: `/${name}` }, since, (status) =>
      status === 302 ? 'right' : status === 404 ? '404 for a link' : undefined,
    );
  }

  private async ask(
    { name, url }: Instance,
    line: RequestLine,
    since: number,
    judge: (status: number, text: string) => Answer,
  ): Promise<Answer> {
    const sentAt = performance.now();
    const { status, text } = await this.send(url, line);
    const answer = judge(status, text);
    if (answer !== undefined) this.answered++;
    else if (status === 503) this.refused++;
    else this.improper.push(`${name}: ${line.path}: ${status === 0 ? text : status}`);
    if (answer !== undefined && answer !== 'right') {
      this.stale.push(`${name}: ${answer}, ${(sentAt - since).toFixed(0)} ms after its acknowledgement`);
    }
    return answer;
  }

  /** @returns status 0 and the reason when the connection failed */
  private async send(url: string, line: RequestLine): Promise<{ status: number; text: string }> {
    try {
      const response = await send(url, line, this.agent);
      return { text: await readText(response), status: response.statusCode ?? 0 };
    } catch (error) {
      return { status: 0, text: (error as NodeJS.ErrnoException).code ?? String(error) };
    }
  }
}

/** The newest in turn with all. */
function pick<T>(records: readonly T[], number: number): T | undefined {
  return number % 2 === 0 ? records.at(-1) : records[Math.floor(Math.random() * records.length)];
}

function summary(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  return `(${texts.slice(0, 3).join('; ')}${texts.length > 3 ? '; …' : ''})`;
}
