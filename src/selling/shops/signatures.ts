import { createHmac, timingSafeEqual } from 'node:crypto';

/** In milliseconds. */
const TOLERANCE_MS = 300_000;

function hmac(secret: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  const made = createHmac('sha256', secret);
  for (const part of parts) made.update(part);
  return made.digest();
}

/** Whether one of the signatures belongs to one of the secrets, in constant time. */
export function isSignedBy(
  secrets: readonly (string | Buffer)[],
  signatures: readonly Buffer[],
  ...parts: readonly (string | Buffer)[]
): boolean {
  const expected = secrets.map((secret) => hmac(secret, ...parts));
  return expected.some((own) => signatures.some((each) => each.length === own.length && timingSafeEqual(each, own)));
}

/** A header such as `t=1764072000,v1=5257a869…`. */
interface TimedFormat {
  readonly separator: string;
  /** Name of the time, in seconds since the Unix epoch. */
  readonly time: string;
  /** Name of the signatures. */
  readonly signature: string;
}

/** The time as it was signed, and all signatures; undefined if one of both is missing. */
export function readTimed(
  header: string,
  format: TimedFormat,
): { readonly time: string; readonly signatures: readonly Buffer[] } | undefined {
  const parts = header.split(format.separator).map((part) => part.trim());
  const valuesOf = (name: string, value: RegExp): string[] =>
    parts
      .filter((part) => part.startsWith(`${name}=`))
      .map((part) => part.slice(name.length + 1))
      .filter((text) => value.test(text));
  const [time] = valuesOf(format.time, /^\d{1,15}$/);
  const signatures = valuesOf(format.signature, /^[0-9a-f]{64}$/).map((text) => Buffer.from(text, 'hex'));
  return time === undefined || signatures.length === 0 ? undefined : { time, signatures };
}

export const missingHeader = (header: string, shop: string): string =>
  `The header ${header} is missing: only messages that ${shop} signed are taken. If ${shop} did send it, something on the way removes headers.`;

/** @param where people find the secret */
export const wrongSignature = (shop: string, where: string): string =>
  `The signature fits none of the source’s secrets. Copy the secret again from ${where}. If it is the right one, is something between ${shop} and keylink changing the body?`;

/** Why a message's time isn't accepted, if so. @param signedAt in milliseconds since the Unix epoch */
export function staleness(signedAt: number, now: number): string | undefined {
  const difference = now - signedAt;
  if (Math.abs(difference) <= TOLERANCE_MS) return undefined;
  return difference > 0
    ? `The message was signed ${duration(difference)} ago, and only 5 minutes are accepted: is this machine’s clock fast, or is an old message sent again?`
    : `The message was signed ${duration(-difference)} in the future: this machine’s clock is slow by that much.`;
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
