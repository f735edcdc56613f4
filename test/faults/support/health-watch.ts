import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import { claim, type Claim } from '../row';
import { seconds } from './answers';

const EVERY_MS = 200;
/** How late an answer may be that waits for nothing. */
const PROMPT_MS = 1000;
/** How long readiness may wait for the database before it says no. */
const READY_MS = 3000;

interface Observation {
  readonly path: string;
  readonly sentAt: number;
  readonly ms: number;
  /** 0 when there was none. */
  readonly status: number;
}

const slowestOf = (observations: readonly Observation[]): number => Math.max(...observations.map(({ ms }) => ms));

/** Asks a service for its health over and over, as a load balancer would. */
export class HealthWatch {
  private readonly observations: Observation[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly ended: Promise<unknown>;
  private stopped = false;

  constructor(private readonly url: string) {
    this.ended = Promise.all([this.watch('/health/live'), this.watch('/health/ready')]);
  }

  async finish(): Promise<void> {
    this.stopped = true;
    await this.ended;
    this.agent.destroy();
  }

  /** What must hold when the database was away for a time, by `performance.now()`. */
  claims(away: { from: number; to: number }): Claim[] {
    const ready = this.observations.filter(
      ({ path, sentAt, ms }) => path === '/health/ready' && sentAt >= away.from && sentAt + ms <= away.to,
    );
    const refusals = ready.filter(({ status, ms }) => status === 503 && ms < READY_MS);
    return [
      claim(
        'not ready meanwhile',
        `readiness said no ${refusals.length} times of ${ready.length}`,
        ready.length > 0 && refusals.length === ready.length,
      ),
      this.aliveClaim(),
    ];
  }

  /** What must hold while the database answers. */
  readyClaim(): Claim {
    const ready = this.observations.filter(({ path }) => path === '/health/ready');
    const refusals = ready.filter(({ status }) => status !== 200);
    return claim(
      'ready always',
      `ready ${ready.length - refusals.length} times of ${ready.length}, after at most ${seconds(slowestOf(ready))}`,
      ready.length > 0 && refusals.length === 0,
    );
  }

  /** Whatever happens, the process answers at once that it lives. */
  aliveClaim(): Claim {
    const alive = this.observations.filter(({ path }) => path === '/health/live');
    const prompt = alive.filter(({ status, ms }) => status === 200 && ms < PROMPT_MS);
    return claim(
      `alive always, within ${PROMPT_MS / 1000} s`,
      `alive ${prompt.length} times of ${alive.length}, after at most ${seconds(slowestOf(alive))}`,
      alive.length > 0 && prompt.length === alive.length,
    );
  }

  private async watch(path: string): Promise<void> {
    while (!this.stopped) {
      const sentAt = performance.now();
      const status = await this.ask(path);
      this.observations.push({ path, sentAt, ms: performance.now() - sentAt, status });
      await sleep(EVERY_MS);
    }
  }

  private async ask(path: string): Promise<number> {
    try {
      const response = await send(this.url, { method: 'GET', path }, this.agent);
      await readText(response);
      return response.statusCode ?? 0;
    } catch {
      return 0;
    }
  }
}
