import { encodeBase64url } from './base64url.js';
import type { Clock } from './clock.js';
import type { Contact } from './contact.js';
import type { Crypto } from './crypto.js';
import { NoVerdict, type Unreachable } from './outcome.js';
import type { JsonObject } from './strict-json.js';

/** Something that a program did and a meter of the license counts. */
export interface UseRequest {
  /** The license key; with an API key, its record id will do. */
  readonly key: string;
  /** The name of the meter. */
  readonly meter: string;
  /** How much was used at once: 1 by default. */
  readonly amount?: number;
  /** What the use is known by. The client makes one; give the one of an `unreachable` outcome to send that use again. */
  readonly useId?: string;
}

interface MeterStanding {
  /** What the period of the meter has counted. */
  readonly used?: number;
  readonly remaining?: number;
  /** When the meter begins again: milliseconds since 1970. */
  readonly resetsAt?: number;
}

/** None of it is signed. With `unreachable`, the use may have been counted: sent again with its `useId`, it counts once. */
export type UseOutcome =
  | ({ readonly outcome: 'accepted'; readonly useId: string } & MeterStanding)
  | ({
      readonly outcome: 'refused';
      readonly useId: string;
      /** Such as `USED UP` or `EXPIRED`. */
      readonly status: string;
      readonly details: string;
    } & MeterStanding)
  | (Omit<Unreachable, 'until'> & { readonly useId: string });

const TRIES = 3;
/** Before the second try, milliseconds; twice as long before each further one. */
const PAUSE = 250;

/** Sends a use until it is answered, a few times. @param report is told of each try that failed */
export async function sendUse(
  request: UseRequest,
  { contact, clock, crypto }: { readonly contact: Contact; readonly clock: Clock; readonly crypto: Crypto },
  report: (error: unknown) => void,
): Promise<UseOutcome> {
  const useId = request.useId ?? encodeBase64url(crypto.randomBytes(18));
  for (let tries = 1; ; tries++) {
    try {
      return outcomeOf(await contact.use({ ...request, useId }), useId);
    } catch (error) {
      if (!(error instanceof NoVerdict)) throw error;
      report(error);
      const { reason, message, code } = error;
      if (tries === TRIES || !mayPass(error)) return { outcome: 'unreachable', useId, reason, message, code };
      await new Promise<void>((resolve) => clock.after(PAUSE * 2 ** tries, resolve));
    }
  }
}

/** What the service refuses, it would refuse again. */
const mayPass = ({ reason, code }: NoVerdict): boolean =>
  reason === 'network' || reason === 'timeout' || code === 'service.busy' || code === 'service.stopping';

function outcomeOf(answer: JsonObject, useId: string): UseOutcome {
  const { status, details } = answer;
  const standing = {
    used: numberIn(answer.used),
    remaining: numberIn(answer.remaining),
    resetsAt: numberIn(answer.resetsAt),
  };
  if (answer.pass === true) return { outcome: 'accepted', useId, ...standing };
  return { outcome: 'refused', useId, status: String(status), details: String(details), ...standing };
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
