import type { Reader } from './reader';
import type { Statement } from './statement-runner';

/** A SELECT of the ids of rows that may have a word, read in full or in part. */
export type Lead = Statement;

/** Looked for first: a word that so few rows may have leads. */
export const FEW_LED = 500;
/** A word that so few rows may have leads rather than what several words have in common. */
const RARELY_LED = 10_000;
/** Up to so many ids a word may lead. */
const MOST_LED = 50_000;

/** The words whose leads have no more than `most` ids each. @param leads of each word: together they find all of its rows */
export async function findLeads(
  reader: Reader,
  most: number,
  leads: readonly (readonly Lead[])[] = [],
): Promise<(readonly Lead[])[]> {
  const parts = leads.flat();
  if (parts.length === 0) return [...leads];
  // Skipping costs a tenth of reading, and what follows one that has too many is not even looked at. SQLite wants two values.
  const exceeding = leads.map(
    (lead) => `COALESCE(NULL, NULL${lead.map(({ sql }) => `, (${sql} LIMIT 1 OFFSET ?)`).join('')})`,
  );
  const [ids] = await reader.read<readonly (number | null)[]>({
    sql: `SELECT ${exceeding.join(', ')}`,
    parameters: parts.flatMap(({ parameters }) => [...parameters, most]),
  });
  return leads.filter((_, index) => ids[index] === null);
}

/** The words that lead where walking finds too little: the rarest, else all that aren't too broad; none if all are. */
export async function findLeading(
  reader: Reader,
  leads: readonly (readonly Lead[])[] = [],
  most = MOST_LED,
): Promise<(readonly Lead[])[]> {
  const [rare] = await findLeads(reader, RARELY_LED, leads);
  return rare ? [rare] : findLeads(reader, most, leads);
}

/** Each id once, in no order. */
export async function readLead(reader: Reader, lead: readonly Lead[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const part of lead) for (const [id] of await reader.read<readonly [id: number]>(part)) ids.add(id);
  return [...ids];
}

/** The ids to which all words lead, or to which some do if those are few: what else they must have is looked up for each. */
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
