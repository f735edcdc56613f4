import { leaveCheckpoints } from '../../../src/platform/database/embedded/embedded-options';
import type { Site } from './site';
import type { Receipt } from './webhook-endpoints';

/** Positions by the events' ids, as the database has them. */
export type StoredEvents = ReadonlyMap<string, number>;

/** The events that webhooks were to get. @param type all, if it is left out */
export function readEvents(site: Site, type?: string): Promise<StoredEvents> {
  return site.database.inspect(async (dataSource) => {
    await leaveCheckpoints(dataSource);
    const [where, parameters] = type === undefined ? ['', []] : ['WHERE type = ?', [type]];
    const rows: { eventId: string; position: string | number | null }[] = await dataSource.query(
      `SELECT eventId, position FROM events ${where}`,
      parameters,
    );
    return new Map(rows.map(({ eventId, position }) => [eventId, Number(position)]));
  });
}

/** How the deliveries that an endpoint got differ from one for each event. */
export interface Differences {
  readonly missing: number;
  /** Deliveries of what it had already. */
  readonly repeats: number;
  /** Deliveries of no event, or with another id or position than the event's, in words. */
  readonly wrongs: readonly string[];
}

export function compareReceipts(receipts: readonly Receipt[], stored: StoredEvents): Differences {
  const seen = new Set<string>();
  const wrongs: string[] = [];
  let repeats = 0;
  for (const { id, eventId, position } of receipts) {
    if (id !== eventId || stored.get(id) !== position) wrongs.push(`${id} brought ${eventId} at ${position}`);
    if (seen.has(id)) repeats++;
    seen.add(id);
  }
  const missing = [...stored.keys()].filter((id) => !seen.has(id)).length;
  return { missing, repeats, wrongs };
}

/** The same of several endpoints, together. */
export function compareAll(receipts: readonly (readonly Receipt[])[], stored: StoredEvents): Differences {
  const each = receipts.map((own) => compareReceipts(own, stored));
  return {
    missing: each.reduce((sum, { missing }) => sum + missing, 0),
    repeats: each.reduce((sum, { repeats }) => sum + repeats, 0),
    wrongs: each.flatMap(({ wrongs }) => wrongs),
  };
}
