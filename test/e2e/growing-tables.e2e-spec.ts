import { followGrowingTable } from '../support/growing-table';
import { openBeside } from '../support/open-beside';
import { createTestDatabase, onEmbedded } from '../support/test-database';

it('follows a table without a gap while transactions end out of order', async () => {
  const database = await createTestDatabase();
  const reader = await openBeside(database);
  const writer = await openBeside(database);
  try {
    const writers = onEmbedded() ? [reader] : [writer];
    const found = await followGrowingTable(reader, writers, !onEmbedded(), !onEmbedded());
    const { committed, late, overdue } = found;
    expect(committed.length).toBeGreaterThan(10);
    expect(found.processed).toEqual(committed);
    if (onEmbedded()) {
      expect(found.tailed).toEqual(committed);
      return;
    }
    // Once each; a tail gives up on what comes later than any transaction of the service.
    expect(found.tailed.toSorted((a, b) => a - b)).toEqual(committed.filter((id) => id !== overdue));
    // Each part is needed, or this test would hold nothing.
    expect(committed).toEqual(expect.arrayContaining([late, overdue]));
    expect([found.eager, found.naivelyTailed].map((ids) => ids.includes(late!))).toEqual([false, false]);
    expect([found.unlocked.includes(late!), found.unlocked.includes(overdue!)]).toEqual([true, false]);
  } finally {
    await writer.destroy();
    await reader.destroy();
    await database.drop();
  }
}, 60_000);
