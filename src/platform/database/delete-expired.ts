import { In, LessThan, type Repository } from 'typeorm';

interface Expiring {
  readonly id: number;
  readonly expiresAt: number;
}

/** Rows that expired before a time, by their ids, so that none is locked in between. @returns how many were deleted, at most `most` */
export async function deleteExpired(rows: Repository<Expiring>, before: number, most: number): Promise<number> {
  const where = { expiresAt: LessThan(before) };
  const old = await rows.find({ select: { id: true }, where, take: most });
  if (old.length > 0) await rows.delete({ id: In(old.map(({ id }) => id)) });
  return old.length;
}
