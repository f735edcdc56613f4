import { setTimeout as sleep } from 'node:timers/promises';
import { Dice } from '../../../src/cli/demo/dice';
import { type EventChanges, idIn, keyCreation, post, put, type Request } from './event-changes';

const WRITERS = 64;
/** License keys that all writers change. */
const SHARED_KEYS = 4;
const MOST_KEYS_AT_ONCE = 8;
const LONGEST_PAUSE_MS = 400;
const LOOK_EVERY_MS = 500;

/** Names of methods; those that come twice are done more often. */
const TURNS = [
  'createKey',
  'createKey',
  'noteKey',
  'noteKey',
  'switchKey',
  'switchKey',
  'createKeys',
  'noteSharedKey',
  'createLink',
  'updateLink',
  'createCustomer',
  'updateCustomer',
] as const;

/** 64 clients that change license keys, links and customers, through all instances; one of them makes bulk changes. */
export class EventWriters {
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly changes: EventChanges) {}

  async start(seed: number): Promise<void> {
    const shared: number[] = [];
    while (shared.length < SHARED_KEYS) shared.push(await this.changes.createKey());
    const writers = Array.from(
      { length: WRITERS },
      (_, index) => new EventWriter(this.changes, shared, new Dice(seed, index)),
    );
    this.running = Promise.all(
      writers.map((writer, index) => this.repeat(writer, index === 0 ? 'changeMany' : 'changeOne')),
    );
  }

  /** Waits for what was sent. */
  async finish(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async repeat(writer: EventWriter, work: 'changeMany' | 'changeOne'): Promise<void> {
    while (!this.isOver) {
      await writer[work]();
      await sleep(writer.dice.below(LONGEST_PAUSE_MS));
    }
  }
}

interface OwnKey {
  readonly id: number;
  readonly disabled: boolean;
}

/** One client. It changes a record again only if its last change was answered: else nobody knows what the next one would be. */
class EventWriter {
  private readonly keys: OwnKey[] = [];
  private readonly links: number[] = [];
  private readonly customers: string[] = [];
  /** Path of its last bulk change. */
  private bulkChange: string | undefined;

  constructor(
    private readonly changes: EventChanges,
    /** Record ids of license keys that others change too. */
    private readonly sharedKeys: readonly number[],
    readonly dice: Dice,
  ) {}

  async changeOne(): Promise<void> {
    await this.changes.ask(this.instance, (mark) => this[this.dice.pick(TURNS)](mark) ?? this.createKey(mark));
  }

  /** Creates license keys and changes them in the background, once its last such change has ended. */
  async changeMany(): Promise<void> {
    if (this.bulkChange !== undefined) {
      await sleep(LOOK_EVERY_MS);
      const { status, text } = await this.changes.exchange(this.instance, { method: 'GET', path: this.bulkChange });
      if (status !== 200 || (JSON.parse(text) as { state: string }).state === 'running') return;
      this.bulkChange = undefined;
    }
    const ids: number[] = [];
    await this.changes.ask(this.instance, (mark) => ({
      ...this.createKeys(mark),
      done: (body) => ids.push(...(JSON.parse(body) as { id: number }[]).map(({ id }) => id)),
    }));
    if (ids.length === 0) return;
    await this.changes.ask(this.instance, (mark) => ({
      type: 'licenseKey.updated',
      line: put('/api/keys', { ids, change: { note: mark } }),
      records: ids.length,
      done: (body) => (this.bulkChange = `/api/keys/bulk/${idIn(body)}`),
    }));
  }

  private get instance(): number {
    return this.dice.below(this.changes.instances);
  }

  private createKey(mark: string): Request {
    return keyCreation(mark, (id) => this.keys.push({ id, disabled: false }));
  }

  private createKeys(mark: string): Request {
    const count = 2 + this.dice.below(MOST_KEYS_AT_ONCE - 1);
    const line = post('/api/keys/bulk', { count, uid: mark, pid: 1, note: mark });
    return { type: 'licenseKey.created', line, records: count };
  }

  private noteKey(mark: string): Request | undefined {
    const key = this.take(this.keys);
    return key && this.changeKey(key, 'licenseKey.updated', mark);
  }

  private switchKey(mark: string): Request | undefined {
    const key = this.take(this.keys);
    if (!key) return undefined;
    const type = key.disabled ? 'licenseKey.enabled' : 'licenseKey.disabled';
    return this.changeKey({ id: key.id, disabled: !key.disabled }, type, mark);
  }

  private noteSharedKey(mark: string): Request {
    return { type: 'licenseKey.updated', line: put(`/api/keys/${this.dice.pick(this.sharedKeys)}`, { note: mark }) };
  }

  private createLink(mark: string): Request {
    const line = post('/api/links', { name: mark, url: urlOf(mark) });
    return { type: 'link.created', line, done: (body) => this.links.push(idIn(body)) };
  }

  private updateLink(mark: string): Request | undefined {
    const id = this.take(this.links);
    if (id === undefined) return undefined;
    const line = put(`/api/link/${id}`, { url: urlOf(mark) });
    return { type: 'link.updated', line, done: () => this.links.push(id) };
  }

  private createCustomer(mark: string): Request {
    const line = post('/api/customers', { uid: mark, name: mark });
    return { type: 'customer.created', line, done: () => this.customers.push(mark) };
  }

  private updateCustomer(mark: string): Request | undefined {
    const uid = this.take(this.customers);
    if (uid === undefined) return undefined;
    const line = put(`/api/customers/${uid}`, { name: mark });
    return { type: 'customer.updated', line, done: () => this.customers.push(uid) };
  }

  private changeKey(key: OwnKey, type: string, mark: string): Request {
    const line = put(`/api/keys/${key.id}`, { note: mark, disabled: key.disabled });
    return { type, line, done: () => this.keys.push(key) };
  }

  private take<T>(records: T[]): T | undefined {
    return records.splice(this.dice.below(records.length), 1).at(0);
  }
}

const urlOf = (mark: string): string => `https://example.com/${mark}`;
