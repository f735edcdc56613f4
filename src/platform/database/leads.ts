import type { Reader } from './reader';
import type { Statement } from './statement-runner';

/** SELECTs the ids of rows that may have a word, all or some of them. */
export type Lead = Statement;

/** Checked first: a word with so few rows leads. */
export const FEW_LED = 500;
/** A word with so few rows leads by itself, rather than intersected with others. */
const RARELY_LED = 10_000;
/** Most ids of a leading word. */
const MOST_LED = 50_000;

/** The words whose leads have at most `most` ids each. @param leads of each word: together they find all of its rows */
export async function findLeads(
  reader: Reader,
  most: number,
  leads: readonly (readonly Lead[])[] = [],
): Promise<(readonly Lead[])[]> {
  const parts = leads.flat();
  if (parts.length === 0) return [...leads];
  // Skipping costs a tenth of reading, and once one lead is too long, COALESCE skips the word's others. It starts with two
  // NULLs because SQLite requires two arguments.
  const exceeding = leads.map(
    (lead) => `COALESCE(NULL, NULL${lead.map(({ sql }) => `, (${sql} LIMIT 1 OFFSET ?)`).join('')})`,
  );
  const [ids] = await reader.read<readonly (number | null)[]>({
    sql: `SELECT ${exceeding.join(', ')}`,
    parameters: parts.flatMap(({ parameters }) => [...parameters, most]),
  });
  return leads.filter((_, index) => ids[index] === null);
}

/** The words to lead a search that walking is too slow for: the rarest, else all that aren't too frequent; none if all are. */
export async function findLeading(
  reader: Reader,
  leads: readonly (readonly Lead[])[] = [],
  most = MOST_LED,
): Promise<(readonly Lead[])[]> {
  const [rare] = await findLeads(reader, RARELY_LED, leads);
  return rare ? [rare] : findLeads(reader, most, leads);
}

/** Each id once, unordered. */
export async function readLead(reader: Reader, lead: readonly Lead[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const part of lead) for (const [id] of await reader.read<readonly [id: number]>(part)) ids.add(id);
  return [...ids];
}

/** The ids that all words lead to, or that some do if those are few: the remaining conditions are checked for each. */
export async function readCommon(reader: Reader, leads: readonly (readonly Lead[])[]): Promise<number[]> {
  const [first, ...others] = leads;
  let common = await readLead(reader, first);
  for (const lead of others) {
    if (common.length <= FEW_LED) break;
    const ids = new Set(await readLead(reader, lead));
    common = common.filter((id) => ids.has(id));
  }
  return common;
}
