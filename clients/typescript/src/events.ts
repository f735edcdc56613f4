import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EventData, EventType } from './event-types.js';
import { nodeCrypto } from './node-crypto.js';

interface Said<Type extends string, Data> {
  /** Unique for good: what you have handled once, skip. */
  readonly id: string;
  /** 1, 2, 3 and so on, without a gap but for a leap after a restore: the order in which things happened. A test has none. */
  readonly position: number;
  readonly type: Type;
  /** In UTC, as `2026-11-23T18:12:09.123Z`. */
  readonly timestamp: string;
  readonly actor: { readonly type: 'apiKey' | 'person' | 'service' | 'client' | 'customer'; readonly name: string };
  readonly data: Data;
}

/** An event of a type that this version knows. */
export type KnownEvent = { [Type in EventType]: Said<Type, EventData[Type]> }[EventType];

/** What the feed answers and webhooks deliver. A newer service may send types that this version doesn't know. */
export type KeylinkEvent = KnownEvent | Said<string & {}, Readonly<Record<string, unknown>>>;

/** Whether it is of this type, so that its `data` has a type too. */
export function isEvent<Type extends EventType>(
  event: KeylinkEvent,
  type: Type,
): event is Extract<KnownEvent, { readonly type: Type }> {
  return event.type === type;
}

/** Why a delivery is not believed: answer it with 400. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** A header's value by its name in lower case, as Node has it, or as `Headers` does. */
export type DeliveryHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

export interface VerifyOptions {
  /** How old or how far ahead a delivery may be, in seconds; 300 if left out. */
  readonly toleranceSeconds?: number;
  /** In milliseconds since the Unix epoch; now if left out. */
  readonly now?: number;
}

/**
 * Verifies a delivery of a webhook, as Standard Webhooks describes it.
 * @param body as it came, before anything has parsed it
 * @param keys the webhook's `secret` (`whsec_…`) or `publicKey` (`whpk_…`), several while one replaces another
 * @throws DeliveryError if no key has signed it, or too long ago
 * @throws TypeError if a key is none
 */
export async function verifyDelivery(
  body: string,
  headers: DeliveryHeaders,
  keys: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<KeylinkEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    valueOf(headers, `webhook-${name}`),
  );
  if (!/^\d{1,12}$/.test(timestamp)) throw new DeliveryError('webhook-timestamp is not a time.');
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new DeliveryError('It was signed too long ago, or too far ahead: a replay, or a clock that is wrong.');
  }
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  for (const key of [keys].flat()) {
    const { version, isSigned } = checkerOf(key);
    for (const [sentVersion, signature = ''] of signatures.split(' ').map((each) => each.split(','))) {
      if (sentVersion === version && (await isSigned(content, Buffer.from(signature, 'base64')))) return parse(body);
    }
  }
  throw new DeliveryError('No signature is of this key.');
}

function valueOf(headers: DeliveryHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
  if (typeof value !== 'string' || value === '') throw new DeliveryError(`${name} is missing.`);
  return value;
}

function checkerOf(key: string): {
  version: 'v1' | 'v1a';
  isSigned: (content: Buffer, signature: Buffer) => Promise<boolean>;
} {
  const [, prefix, text = ''] = /^(whsec_|whpk_)([A-Za-z0-9+/]{32,}={0,2})$/.exec(key) ?? [];
  const bytes = Buffer.from(text, 'base64');
  if (prefix === 'whsec_') {
    return {
      version: 'v1',
      isSigned: async (content, signature) => {
        const expected = createHmac('sha256', bytes).update(content).digest();
        return signature.length === expected.length && timingSafeEqual(signature, expected);
      },
    };
  }
  if (prefix !== 'whpk_' || bytes.length !== 32) throw new TypeError('A key starts with whsec_ or whpk_.');
  return { version: 'v1a', isSigned: (content, signature) => nodeCrypto.verify(bytes, content, signature) };
}

function parse(body: string): KeylinkEvent {
  try {
    return JSON.parse(body) as KeylinkEvent;
  } catch {
    throw new DeliveryError('It is signed, but it is not JSON.');
  }
}

export type * from './event-types.js';
