import { createHash } from 'node:crypto';
import { changedSince, onlyWeakTags } from '../errors/errors';
import type { IfMatch } from './if-match';

/** A record as the API shows it. */
type Shown = Readonly<{ id: number }>;

/** 48 bits for each field. */
const DIGEST_LENGTH = 8;

/** Makes the ETags of one kind of record: a digest per changeable field, so that differences can be named. */
export class RecordTags {
  /** Hidden parts of fields, by the record's object. */
  private readonly unshown = new WeakMap<Shown, Readonly<Record<string, string | null>>>();

  /** @param kind distinguishes kinds of records @param names of fields, as in the API */
  constructor(
    private readonly kind: string,
    private readonly names: readonly string[],
  ) {}

  /**
   * Makes the tags of a record depend on hidden parts of fields. @param unshown by name of the field; must be
   * encrypted, as digests are sent to callers @returns the record
   */
  hiding<T extends Shown>(record: T, unshown: Readonly<Record<string, string | null>>): T {
    this.unshown.set(record, unshown);
    return record;
  }

  of(record: Shown): string {
    return `"${this.opaque(record)}"`;
  }

  /**
   * For a change or deletion, with the record locked. @param states accepted states of the record; empty if it doesn't
   * exist @param readable names of the fields that the caller may read @throws {ApiError} 412
   */
  require(ifMatch: IfMatch | undefined, states: readonly Shown[], readable = this.names): void {
    if (ifMatch === undefined) return;
    if (ifMatch === '*' ? states.length > 0 : states.some((state) => ifMatch.includes(this.opaque(state)))) return;
    if (ifMatch.length === 0) throw onlyWeakTags();
    const [present] = states;
    throw changedSince(present && ifMatch !== '*' ? this.differing(present, ifMatch, readable) : {});
  }

  private differing(record: Shown, tags: readonly string[], readable: readonly string[]): Record<string, unknown> {
    const start = this.startOf(record);
    const former = tags.find((tag) => tag.startsWith(start))?.slice(start.length);
    // Another version of the service may have other fields.
    if (former?.length !== this.names.length * DIGEST_LENGTH) return {};
    const values = record as Readonly<Record<string, unknown>>;
    const different = this.names.filter((name, index) => {
      const at = index * DIGEST_LENGTH;
      return readable.includes(name) && this.digestIn(record, name) !== former.slice(at, at + DIGEST_LENGTH);
    });
    return Object.fromEntries(different.map((name) => [name, values[name] ?? null]));
  }

  private opaque(record: Shown): string {
    return this.startOf(record) + this.names.map((name) => this.digestIn(record, name)).join('');
  }

  private digestIn(record: Shown, name: string): string {
    const shown = (record as Readonly<Record<string, unknown>>)[name];
    const unshown = this.unshown.get(record)?.[name];
    return digestOf(unshown ? [shown, unshown] : shown);
  }

  private startOf({ id }: Shown): string {
    return `${this.kind}.${id}.`;
  }
}

const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
