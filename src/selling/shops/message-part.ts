import { isObject } from '../../platform/validation/json-object';
import { readTime } from '../../platform/validation/read-time';
import { isId, LIMITS } from './facts';
import { type ShopMessage, UnreadableMessage } from './shop';

/** The years 2000 to 2100, in milliseconds: what a database can hold, and seconds aren't taken for milliseconds. */
const [EARLIEST, LATEST] = [946_684_800_000, 4_102_444_800_000];
const ENDS_IN_A_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * A value in a shop's message, with its path. Missing values read as undefined; unusable ones throw an
 * `UnreadableMessage` that names the path.
 */
export class MessagePart {
  private constructor(
    private readonly value: unknown,
    readonly path: string,
  ) {}

  /** @throws {UnreadableMessage} if the body isn't a JSON object */
  static parse(body: Buffer): MessagePart {
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    } catch {
      throw new UnreadableMessage(
        body.length === 0 ? 'The body is empty.' : 'The body is not JSON, or was cut off on its way.',
      );
    }
    if (!isObject(value)) throw new UnreadableMessage('The body must be a JSON object.');
    return new MessagePart(value, '');
  }

  static of(value: unknown, path = ''): MessagePart {
    return new MessagePart(value, path);
  }

  at(...names: readonly string[]): MessagePart {
    let value = this.value;
    for (const name of names) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return new MessagePart(value, [this.path, ...names].filter((name) => name !== '').join('.'));
  }

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  get isObject(): boolean {
    return isObject(this.value);
  }

  get names(): readonly string[] {
    return isObject(this.value) ? Object.keys(this.value) : [];
  }

  is(...values: readonly (string | number | boolean)[]): boolean {
    return values.some((value) => value === this.value);
  }

  /** Also accepts texts and numbers, as in forms and some shops' JSON. */
  get isTrue(): boolean {
    return this.is(true, 'true', 1, '1');
  }

  /** The elements; none if it is no list. */
  get list(): readonly MessagePart[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.map((each: unknown, index) => new MessagePart(each, `${this.path}[${index}]`));
  }

  /** A shop's id, or the id of an object. @throws {UnreadableMessage} if it is too long */
  get id(): string | undefined {
    const value = isObject(this.value) ? (this.value as { id?: unknown }).id : this.value;
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text !== 'string' || text === '') return undefined;
    if (!isId(text)) throw this.unreadable(`must be an id of at most ${LIMITS.id} characters`);
    return text;
  }

  get requiredId(): string {
    const { id } = this;
    if (id === undefined) throw this.unreadable('is missing');
    return id;
  }

  /** Without control characters, trimmed and cut. */
  text(longest: number = LIMITS.text): string | undefined {
    if (typeof this.value !== 'string') return undefined;
    const text = this.value
      .slice(0, 4 * longest)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim();
    // Not within a surrogate pair.
    return (
      text
        .slice(0, longest)
        .replace(/[\ud800-\udbff]$/, '')
        .trim() || undefined
    );
  }

  /** An integer, also as text. @throws {UnreadableMessage} for anything else */
  get whole(): number | undefined {
    if (this.isAbsent || this.value === '') return undefined;
    const number = typeof this.value === 'string' && /^-?\d{1,15}$/.test(this.value) ? Number(this.value) : this.value;
    if (!Number.isSafeInteger(number)) throw this.unreadable('must be a whole number');
    return number as number;
  }

  /** The quantity of an item; 1 if missing. */
  get quantity(): number {
    const quantity = this.whole ?? 1;
    if (quantity < 0 || quantity > LIMITS.quantity)
      throw this.unreadable(`must be a whole number from 0 to ${LIMITS.quantity}`);
    return quantity;
  }

  /** A decimal number, as written: there is no arithmetic. */
  get decimal(): string | undefined {
    const text = typeof this.value === 'number' ? String(this.value) : this.value;
    return typeof text === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? text : undefined;
  }

  /** From seconds since the Unix epoch to milliseconds. */
  get seconds(): number | undefined {
    const { whole } = this;
    return whole === undefined ? undefined : this.checkedTime(whole * 1000);
  }

  get milliseconds(): number | undefined {
    const { whole } = this;
    return whole === undefined ? undefined : this.checkedTime(whole);
  }

  /** ISO 8601, in milliseconds; UTC if it names no zone. */
  get time(): number | undefined {
    if (this.isAbsent || this.value === '') return undefined;
    const text = typeof this.value === 'string' ? this.value : '';
    const time = readTime(ENDS_IN_A_ZONE.test(text) ? text : `${text}Z`);
    if (time === undefined) throw this.unreadable('must be a time such as 2026-11-25T12:00:00Z');
    return this.checkedTime(time);
  }

  get json(): unknown {
    return this.value;
  }

  /** With only these fields. */
  only(names: readonly string[]): MessagePart {
    const kept = names.flatMap((name) => (this.at(name).isAbsent ? [] : [[name, this.at(name).value]]));
    return new MessagePart(Object.fromEntries(kept), this.path);
  }

  /** An answer of the shop's API, as a message. @param wrap name of an object around it, to tell answers apart */
  message(wrap?: string, headers: Readonly<Record<string, string>> = {}): ShopMessage {
    const body = wrap === undefined ? this.value : { [wrap]: this.value };
    return { from: 'api', headers, body: Buffer.from(JSON.stringify(body)) };
  }

  /** @param problem the rest of a sentence that begins with the path */
  unreadable(problem: string): UnreadableMessage {
    return new UnreadableMessage(`${this.path || 'The body'} ${problem}.`);
  }

  private checkedTime(time: number): number {
    if (!(time >= EARLIEST && time < LATEST)) throw this.unreadable('must be a time between 2000 and 2100');
    return time;
  }
}

/** A required one. @throws {UnreadableMessage} */
export function requiredTime(part: MessagePart, read: 'time' | 'seconds' | 'milliseconds'): number {
  const time = part[read];
  if (time === undefined) throw part.unreadable('is missing');
  return time;
}
