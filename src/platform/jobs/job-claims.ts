import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { StatementRunner } from '../database/statement-runner';
import type { JobClock } from './job';
import { type Claim, JobStatesRepository } from './job-states.repository';

/** How often an instance shows that it lives, and looks whether the others do, in milliseconds. */
export const CLAIMS_EVERY_MS = 2500;
/** An owner whose beat stood still this long, by the looker's own steady clock, has died. */
const STALE_MS = 10_000;

/**
 * Which jobs this instance does for all instances on one database. A claim saves work; it is no lock: an instance that was frozen
 * may believe for a moment that it still holds what another has taken, so each job's own writes have to stand that.
 */
@Injectable()
export class JobClaims {
  /** Names this instance among the others. */
  readonly owner: string = randomUUID();
  private held: ReadonlySet<string> = new Set();
  private heldUntil = -Infinity;
  private readonly seen = new Map<string, Claim & { readonly since: number }>();

  constructor(
    private readonly states: JobStatesRepository,
    private readonly statements: StatementRunner,
  ) {}

  /** Whether this instance does a job now. Where it is alone on its database, it does them all. */
  holds(name: string, clock: JobClock): boolean {
    return !this.statements.isShared || (this.held.has(name) && clock.steady() < this.heldUntil);
  }

  /** Keeps what this instance holds, and takes what nobody does. */
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
    // From before it was written: what the others see is newer, so they wait longer than this instance goes on.
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
