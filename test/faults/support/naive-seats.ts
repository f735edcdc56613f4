import type { DataSource } from 'typeorm';
import type { SeatAnswer } from './seat-programs';

/**
 * A control: it counts the devices that have a seat, and gives the next one a seat when there are few enough, in a transaction,
 * but without noticing that others do the same.
 */
export class NaiveSeats {
  private lastDevice = 0;

  /** @param instances a connection to the database for each */
  constructor(private readonly instances: readonly DataSource[]) {}

  check = async (keyId: number, seats: number, device: string, first: number): Promise<SeatAnswer> => {
    const instance = this.instances[first % this.instances.length];
    const found = (await instance.query('SELECT id FROM devices WHERE key_id = ? AND name = ?', [keyId, device])) as {
      id: number;
    }[];
    const rows = await instance.query('SELECT COUNT(*) AS taken FROM devices WHERE key_id = ? AND hasSeat = 1', [
      keyId,
    ]);
    const taken = Number((rows as { taken: number | string }[])[0].taken);
    if (found.length > 0) return answer(taken, seats, found[0].id);
    if (taken >= seats) return answer(taken, seats);
    const id = ++this.lastDevice;
    await instance.query(
      "INSERT INTO devices (key_id, id, hash, name, address, hasSeat, firstSeen, lastSeen, heldUntil) VALUES (?, ?, ?, ?, '', 1, ?, ?, 0)",
      [keyId, id, `naive ${keyId} ${id}`, device, Date.now(), Date.now()],
    );
    return answer(taken + 1, seats, id);
  };
}

function answer(taken: number, of: number, id?: number): SeatAnswer {
  const pass = id !== undefined;
  return { status: pass ? 'AUTHORISED' : 'NO SEAT', pass, seats: { of, taken }, ...(pass && { device: { id } }) };
}
