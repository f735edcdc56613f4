import { In, LessThan, type Repository } from 'typeorm';

interface Expiring {
  readonly id: number;
  readonly expiresAt: number;
}

/** Deletes rows that expired before a time, by id, so that no gaps are locked. @returns how many were deleted, at most `most` */
export async function deleteExpired(rows: Repository<Expiring>, before: number, most: number): Promise<number> {
  const where = { expiresAt: LessThan(before) };
  const old = await rows.find({ select: { id: true }, where, take: most });
  if (old.length > 0) await rows.delete({ id: In(old.map(({ id }) => id)) });
  return old.length;
}
