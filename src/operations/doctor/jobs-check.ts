import { Injectable } from '@nestjs/common';
import { JobStatesRepository } from '../../platform/jobs/job-states.repository';
import type { JobState } from '../../platform/jobs/job-state.entity';
import type { Finding } from './finding';

const MINUTE_MS = 60_000;
/** Successes are stored once a minute, so a job this much behind its interval is certainly late. */
const LATE_MS = 5 * MINUTE_MS;

@Injectable()
export class JobsCheck {
  constructor(private readonly states: JobStatesRepository) {}

  async finding(): Promise<Finding> {
    const states = await this.states.find();
    const now = Date.now();
    const troubles = states.flatMap((state) => troubleOf(state, states, now) ?? []);
    if (troubles.length > 0) return { check: 'jobs', status: 'warning', message: `${troubles.join('; ')}.` };
    const last = Math.max(0, ...states.map(({ succeededAt }) => succeededAt ?? 0));
    const message =
      last === 0
        ? 'none has run yet.'
        : `${states.length} jobs, none of them failing; the last success ${span(now - last)} ago.`;
    return { check: 'jobs', status: 'ok', message };
  }
}

function troubleOf({ name, everyMs, succeededAt, failingSince }: JobState, all: readonly JobState[], now: number) {
  if (failingSince !== null)
    return `${name} has failed for ${span(now - failingSince)}: the log of the service says why`;
  // Without a running service, nothing is late.
  const isThere = all.some((state) => state.everyMs < MINUTE_MS && now - (state.succeededAt ?? 0) < LATE_MS);
  if (!isThere || succeededAt === null || now - succeededAt < everyMs + LATE_MS) return undefined;
  return `${name} last succeeded ${span(now - succeededAt)} ago`;
}

function span(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  if (minutes === 1) return '1 minute';
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}
