import { addressesOf, sortableRange } from '../addresses/address';
import { beginsWith } from '../database/search-conditions';
import type { Lead } from '../database/leads';
import type { Statement } from '../database/statement-runner';
import { fold } from './fold';
import { wordsOfToken } from './words';
import type { Kind } from './worded';

export const QUERY_LENGTH = 200;
export const MOST_TERMS = 10;
const UUID_BEGINNING = /^[0-9a-f]{8}-[0-9a-f-]{0,27}$/;

/** A word that a record must have; there may be several ways to match it. */
export interface Term {
  /** Ranges of stored words; one match is enough. */
  readonly ranges: readonly WordRange[];
  /** The token it is part of, as typed. */
  readonly token: string;
}

/** Words from one to another, exclusive. */
export interface WordRange {
  readonly from: string;
  readonly before: string;
}

/** A way to match a term. */
export interface Alternative {
  /** A condition on the owner's row, written so that no index of its own applies. */
  readonly condition: Statement;
  /** Finds the ids of all matching records by an index. */
  readonly lead: Lead;
}

/**
 * The words of a search, without duplicates; an address, a CIDR range or the beginning of an address is one word. Empty
 * without letters and digits: then nothing matches.
 */
export function termsOf(q: string): Term[] {
  const terms = new Map<string, Term>();
  for (const token of q.split(/\s+/u)) {
    const whole = fold(token);
    const addresses = addressesOf(token);
    if (addresses) {
      const { first, last } = sortableRange(addresses);
      terms.set(`${first} ${last}`, { ranges: [{ from: first, before: `${last}0` }], token });
      continue;
    }
    const joined = UUID_BEGINNING.test(whole) ? [whole.replaceAll('-', '')] : [];
    for (const word of wordsOfToken(token)) {
      const name = `${word} ${whole}`;
      if (!terms.has(name)) terms.set(name, { ranges: [...new Set([word, ...joined])].map(beginningWith), token });
    }
  }
  return [...terms.values()];
}

/** Words with a prefix. */
export function beginningWith(prefix: string): WordRange {
  const [{ parameters }] = beginsWith('word', prefix).range;
  const [from, before] = parameters as [string, string];
  return { from, before };
}

const IN_RANGE = 'word >= ? AND word < ?';

/** Records with a matching word of a kind. @param id the column with the record's id in the outer query */
export function wordAlternative(kind: Kind, id: string, { from, before }: WordRange): Alternative {
  return {
    condition: {
      // Keeps MySQL from turning it into a join that starts with the word; SQLite ignores the comment.
      sql: `(SELECT 1 FROM search_words /*! FORCE INDEX (ix_search_words_target) */ WHERE kind = ? AND target = ${id} AND ${IN_RANGE} LIMIT 1) = 1`,
      parameters: [kind, from, before],
    },
    lead: {
      sql: `SELECT target AS id FROM search_words /*! FORCE INDEX (PRIMARY) */ WHERE kind = ? AND ${IN_RANGE}`,
      parameters: [kind, from, before],
    },
  };
}

/** Finds records of another table by the words of the record that they belong to. */
export interface Owning {
  readonly kind: Kind;
  /** SQL for the owning record's id, within `condition`. */
  readonly owner: string;
  /** SQL for whether a searched record belongs to a match. */
  readonly condition: (hasWord: string) => string;
  /** SQL that joins `search_words` to the searched table. CROSS JOIN: SQLite keeps the order of the tables. */
  readonly join: string;
  /** The searched table's id. */
  readonly id: string;
}

export function wordOfOwner({ kind, owner, condition, join, id }: Owning, range: WordRange): Alternative {
  const own = wordAlternative(kind, owner, range).condition;
  return {
    condition: { ...own, sql: condition(own.sql) },
    lead: {
      sql: `SELECT ${id} AS id FROM search_words /*! FORCE INDEX (PRIMARY) */ ${join} WHERE search_words.kind = ? AND ${IN_RANGE}`,
      parameters: [kind, range.from, range.before],
    },
  };
}

/** The search conditions for an owner's rows. @param alternativesOf the ways to match a term */
export function wordSearch(
  q: string,
  alternativesOf: (term: Term) => readonly Alternative[],
): { conditions: Statement[]; leads: Lead[][] } {
  const terms = termsOf(q);
  if (terms.length === 0) return { conditions: [{ sql: '1 = 0', parameters: [] }], leads: [[]] };
  const ways = terms.map(alternativesOf);
  return {
    conditions: ways.map((alternatives) => ({
      sql: `(${alternatives.map(({ condition }) => condition.sql).join(' OR ')})`,
      parameters: alternatives.flatMap(({ condition }) => condition.parameters),
    })),
    leads: ways.map((alternatives) => alternatives.map(({ lead }) => lead)),
  };
}
