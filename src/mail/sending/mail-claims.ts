import { Injectable } from '@nestjs/common';
import { randomHandle } from '../../platform/database/random-handle';
import { marks, StatementRunner } from '../../platform/database/statement-runner';
import type { Mail } from '../outbox/mail.entity';

/**
 * How long a claim lasts, in milliseconds: an attempt takes a minute at most, and clocks of instances may differ by the
 * rest. Then the claiming instance counts as dead.
 */
const LEASE_MS = 180_000;

export type ClaimedMail = Pick<
  Mail,
  'id' | 'kind' | 'recipient' | 'language' | 'uid' | 'product' | 'data' | 'handle' | 'createdAt' | 'tries'
> & { readonly claim: string };

type Row = readonly [
  id: number,
  kind: Mail['kind'],
  recipient: string,
  language: string | null,
  uid: string | null,
  product: number | null,
  data: string | null,
  handle: string,
  createdAt: number,
  tries: number,
];

const DUE = `SELECT id, kind, recipient, language, uid, product, data, handle, createdAt, tries FROM mails
  WHERE dueAt <= ? ORDER BY dueAt LIMIT ?`;

/** Claims due emails, each for one instance at a time. */
@Injectable()
export class MailClaims {
  constructor(private readonly statements: StatementRunner) {}

  /** @param now in milliseconds since the Unix epoch @returns those that have waited longest */
  take(most: number, now: number): Promise<ClaimedMail[]> {
    const claim = randomHandle();
    const due = { sql: DUE, parameters: [now, most], skipsHeld: true };
    return this.statements.transact([due], ([found]) => {
      const claimed = (found as unknown as Row[]).map((row) => toClaimed(row, claim));
      if (claimed.length === 0) return { writes: [], result: [] };
      const ids = claimed.map(({ id }) => id);
      const sql = `UPDATE mails SET claim = ?, dueAt = ? WHERE id IN (${marks(ids)})`;
      return { writes: [{ sql, parameters: [claim, now + LEASE_MS, ...ids] }], result: claimed };
    });
  }
}

function toClaimed([id, kind, recipient, language, uid, product, data, handle, createdAt, tries]: Row, claim: string) {
  return { id, kind, recipient, language, uid, product, data, handle, createdAt, tries, claim };
}
