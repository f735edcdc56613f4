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

/** One of the words that a record must have; each may be fulfilled in several ways. */
export interface Term {
  /** Of words as they are stored; one is enough. */
  readonly ranges: readonly WordRange[];
  /** The text between spaces that it is part of, as it was typed. */
  readonly token: string;
}

/** Words from one up to another, without that. */
export interface WordRange {
  readonly from: string;
  readonly before: string;
}

/** A way to fulfil a term. */
export interface Alternative {
  /** A condition on the owner's row, worded so that no index of its own applies. */
  readonly condition: Statement;
  /** Finds by an index the ids of all records that fulfil it. */
  readonly lead: Lead;
}

/**
 * The words of a search, each once; an address, a CIDR range or the beginning of an address is one of them. Empty if there
 * is no letter and no digit in it: then nothing matches.
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

/** Words that begin so. */
export function beginningWith(prefix: string): WordRange {
  const [{ parameters }] = beginsWith('word', prefix).range;
  const [from, before] = parameters as [string, string];
  return { from, before };
}

const IN_RANGE = 'word >= ? AND word < ?';

/** A record with such a word of a kind. @param id the column with the record's id in the query around it */
export function wordAlternative(kind: Kind, id: string, { from, before }: WordRange): Alternative {
  return {
    condition: {
      // MySQL may not turn it into a join that begins with the word; SQLite reads no comment.
      sql: `(SELECT 1 FROM search_words /*! FORCE INDEX (ix_search_words_target) */ WHERE kind = ? AND target = ${id} AND ${IN_RANGE} LIMIT 1) = 1`,
      parameters: [kind, from, before],
    },
    lead: {
      sql: `SELECT target AS id FROM search_words /*! FORCE INDEX (PRIMARY) */ WHERE kind = ? AND ${IN_RANGE}`,
      parameters: [kind, from, before],
    },
  };
}

/** Records of another table that are found by the words of the record that they belong to. */
export interface Owning {
  readonly kind: Kind;
  /** SQL for the id of the owning record, where `condition` puts it. */
  readonly owner: string;
  /** SQL for whether a searched record belongs to one that fulfils the condition. */
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

/** What a search asks of an owner's rows. @param alternativesOf the ways to fulfil a term */
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
