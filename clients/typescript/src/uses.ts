import { type Clock, systemClock } from './clock.js';
import type { ErrorCode } from './error-codes.js';
import type { Fetch } from './options.js';
import { NoVerdict, type Problem, type Reason } from './outcome.js';
import { Service, toObject, within } from './service.js';
import type { JsonObject } from './strict-json.js';

export interface UsesOptions {
  /** Where the service is: `https://licenses.example.com`. */
  readonly url: string;
  /** The product that the license keys must be for. */
  readonly product: number;
  /** Of the scope `check`. Without one, the license key alone is sent, which the service's operator must allow. */
  readonly apiKey?: string;
  /** How long one try may take, in milliseconds: 10,000 by default. */
  readonly timeout?: number;
  /** Is told of each try that failed. */
  readonly onProblem?: (problem: Problem) => void;
  readonly fetch?: Fetch;
  readonly clock?: Clock;
}

/** Something that a program did and a meter of the license counts. */
export interface UseRequest {
  /** The license key; with an API key, its record id will do. */
  readonly key: string;
  /** The name of the meter. */
  readonly meter: string;
  /** How much was used at once: 1 by default. */
  readonly amount?: number;
  /** What the use is known by; one is made if it is left out. Give that of an `unreachable` outcome to send that use again. */
  readonly useId?: string;
}

/** Where the meter stands. */
interface Standing {
  /** What its period has counted. */
  readonly used?: number;
  readonly remaining?: number;
  /** When it begins again: milliseconds since 1970. */
  readonly resetsAt?: number;
}

export type UseOutcome = { readonly useId: string } & (
  | ({ readonly outcome: 'accepted' } & Standing)
  /** `status` is for instance `USED UP` or `EXPIRED`, `details` a sentence for people. */
  | ({ readonly outcome: 'refused'; readonly status: string; readonly details: string } & Standing)
  /** The use may have been counted: sent again with its `useId`, it counts once. */
  | { readonly outcome: 'unreachable'; readonly reason: Reason; readonly message: string; readonly code?: ErrorCode }
);

const TIMEOUT = 10_000;
const TRIES = 3;
/** Before the second try, milliseconds; twice as long before the next. */
const PAUSE = 500;

/** Counts uses of license keys by meters. None of its answers is signed, and none says that a copy may run: check for that. */
export class UseCounter {
  private readonly service: Service;
  private readonly clock: Clock;

  constructor(private readonly options: UsesOptions) {
    const fetch = options.fetch ?? ((address, init) => globalThis.fetch(address, init));
    this.service = new Service(options.url, options.product, options.apiKey, fetch, {});
    this.clock = options.clock ?? systemClock;
  }

  /** Counts a use; sends it again, with the same `useId`, while there is no answer. Nothing that the network does makes it throw. */
  async use({ useId = newUseId(), ...request }: UseRequest): Promise<UseOutcome> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.tryOnce({ ...request, useId });
      } catch (error) {
        if (!(error instanceof NoVerdict)) throw error;
        const { reason, message, code } = error;
        this.options.onProblem?.({ reason, message });
        if (tries === TRIES || !mayPass(error)) return { useId, outcome: 'unreachable', reason, message, code };
        await new Promise<void>((resolve) => this.clock.after(PAUSE * 2 ** (tries - 1), resolve));
      }
    }
  }

  private tryOnce({ key, useId, ...use }: UseRequest & { readonly useId: string }): Promise<UseOutcome> {
    const { product: pid, apiKey, timeout = TIMEOUT } = this.options;
    const sent = { pid, ...use, useId };
    return within(this.clock, timeout, async (signal) => {
      const { status, text, code } = apiKey
        ? await this.service.post('/api/uses', { id: key, ...sent }, { 'x-api-key': apiKey }, signal)
        : await this.service.post('/api/uses', sent, { authorization: key }, signal);
      const answer = toObject(text);
      if (typeof answer?.status !== 'string')
        throw new NoVerdict('http', `The service answered ${status}, which is no verdict.`, undefined, code);
      return outcomeOf(answer, useId);
    });
  }
}

/** What the service refuses, it would refuse again. */
const mayPass = ({ reason, code }: NoVerdict): boolean =>
  reason === 'network' || reason === 'timeout' || code === 'service.busy' || code === 'service.stopping';

function outcomeOf({ pass, status, details, used, remaining, resetsAt }: JsonObject, useId: string): UseOutcome {
  const standing = { used: numberIn(used), remaining: numberIn(remaining), resetsAt: numberIn(resetsAt) };
  if (pass === true) return { useId, outcome: 'accepted', ...standing };
  return { useId, outcome: 'refused', status: String(status), details: String(details), ...standing };
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** It has to be another one each time, and is no secret: Node 18 has no global `crypto`. */
function newUseId(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?: () => string } };
  return crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${random()}-${random()}`;
}

const random = (): string => Math.random().toString(36).slice(2);
