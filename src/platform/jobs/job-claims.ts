import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { StatementRunner } from '../database/statement-runner';
import type { JobClock } from './job';
import { type Claim, JobStatesRepository } from './job-states.repository';

export const CLAIMS_EVERY_MS = 2500;
/** Without a heartbeat for this long, by the observer's steady clock, an owner is dead. */
const STALE_MS = 10_000;

/**
 * Which jobs this instance runs for all. A claim saves work but is no lock: an instance that was frozen may still
 * believe in a lost claim, so each job's writes must tolerate that.
 */
@Injectable()
export class JobClaims {
  readonly owner: string = randomUUID();
  private held: ReadonlySet<string> = new Set();
  private heldUntil = -Infinity;
  private readonly seen = new Map<string, Claim & { readonly since: number }>();

  constructor(
    private readonly states: JobStatesRepository,
    private readonly statements: StatementRunner,
  ) {}

  /** An instance that is alone on its database runs all jobs. */
  holds(name: string, clock: JobClock): boolean {
    return !this.statements.isShared || (this.held.has(name) && clock.steady() < this.heldUntil);
  }

  async renew(clock: JobClock): Promise<void> {
    if (!this.statements.isShared) return;
    const now = clock.steady();
    await this.states.beat(this.owner);
    const held = new Set<string>();
    for (const claim of await this.states.find()) {
      const isHeld =
        claim.owner === this.owner || (this.isFree(claim, now) && (await this.states.take(claim, this.owner)));
      if (isHeld) held.add(claim.name);
    }
    this.held = held;
    // Counted from before the write, so that others wait longer than this instance goes on.
    this.heldUntil = now + STALE_MS;
  }

  async release(): Promise<void> {
    this.held = new Set();
    if (this.statements.isShared) await this.states.release(this.owner);
  }

  private isFree(claim: Claim, now: number): boolean {
    const { name, owner, beat } = claim;
    if (owner === '') return true;
    const seen = this.seen.get(name);
    if (seen?.owner === owner && seen.beat === beat) return now - seen.since >= STALE_MS;
    this.seen.set(name, { name, owner, beat, since: now });
    return false;
  }
}
