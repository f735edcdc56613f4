import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import type { Dice } from '../../../src/cli/demo/dice';
import type { Service } from '../../support/service';
import { markIn } from './event-changes';

const WAIT_S = 10;
const LIMIT = 500;
/** After a refusal. */
const PAUSE_MS = 100;

/** An event as a follower has handled it. */
export interface Followed {
  readonly id: string;
  readonly position: number;
  readonly type: string;
  /** As `licenseKey 17`. */
  readonly target: string;
  /** Of the change that it tells. */
  readonly mark: string | undefined;
  /** When the answer had come, by `performance.now()`. */
  readonly arrivedAt: number;
}

interface SentEvent extends Pick<Followed, 'id' | 'position' | 'type'> {
  readonly data: Readonly<Record<string, Readonly<Record<string, string | undefined>> | undefined>>;
}

/** Follows the feed as the guide says: goes on after the last event that it has handled, through another instance after an error. */
export class EventFollower {
  readonly handled: Followed[] = [];
  /** Refusals other than 503. */
  readonly unexpected: string[] = [];
  /** Where it goes on. */
  protected position = 0;
  private readonly agent = new Agent({ keepAlive: true });
  private isOver = false;
  private running: Promise<void> = Promise.resolve();

  /** @param services one that is started again takes the place of the one that was killed */
  constructor(private readonly services: readonly Service[]) {}

  /** @param first which instance it asks first */
  start(first: number): void {
    this.running = this.follow(first);
  }

  async end(): Promise<void> {
    this.isOver = true;
    this.agent.destroy();
    await this.running;
  }

  protected handle(events: readonly Followed[]): void {
    this.handled.push(...events);
    this.position = events.at(-1)!.position;
  }

  private async follow(first: number): Promise<void> {
    for (let instance = first; !this.isOver;) {
      const { status, text } = await this.ask(this.services[instance % this.services.length].url);
      if (status === 200) {
        const arrivedAt = performance.now();
        const events = (JSON.parse(text) as SentEvent[]).map((event) => toFollowed(event, arrivedAt));
        if (events.length > 0) this.handle(events);
        continue;
      }
      if (status !== 503 && status !== 0) this.unexpected.push(`after=${this.position} was answered ${status} ${text}`);
      instance++;
      await sleep(PAUSE_MS);
    }
  }

  /** @returns the status 0 if the connection failed */
  private async ask(url: string): Promise<{ status: number; text: string }> {
    const path = `/api/events?after=${this.position}&wait=${WAIT_S}&limit=${LIMIT}`;
    try {
      const response = await send(url, { method: 'GET', path }, this.agent);
      return { status: response.statusCode ?? 0, text: await readText(response) };
    } catch (error) {
      return { status: 0, text: String(error) };
    }
  }
}

/** A control: it stores the position before it handles the events, and is killed now and then while it does. */
export class CarelessFollower extends EventFollower {
  constructor(
    services: readonly Service[],
    private readonly dice: Dice,
  ) {
    super(services);
  }

  protected override handle(events: readonly Followed[]): void {
    const isKilled = this.dice.chance(0.2);
    this.handled.push(...(isKilled ? events.slice(0, this.dice.below(events.length)) : events));
    this.position = events.at(-1)!.position;
  }
}

function toFollowed({ id, position, type, data }: SentEvent, arrivedAt: number): Followed {
  const [record] = type.split('.');
  const state = data[record];
  const mark = markIn(state?.note) ?? markIn(state?.url) ?? markIn(state?.name);
  return { id, position, type, target: `${record} ${state?.uid ?? state?.id}`, mark, arrivedAt };
}
