import { askOf, messageOf, readShopFixtures, type ShopFixture } from '../../../test/support/shop-fixtures';
import type { Shop } from './shop';
import { SHOPS } from './shops';

/** What a message says, or why it can't be said. */
async function outcomeOf(shop: Shop, fixture: ShopFixture) {
  try {
    return await shop.translate(messageOf(fixture), askOf(fixture), fixture.isTrusted === true);
  } catch (error) {
    return { problem: `${(error as Error).constructor.name}: ${(error as Error).message}` };
  }
}

describe.each(Object.values(SHOPS))('$name says', (shop) => {
  it.each(readShopFixtures(shop.type).map((fixture) => [fixture.name, fixture] as const))('%s', async (_, fixture) => {
    const { facts, remark, problem } = fixture;
    const expected = problem === undefined ? { facts, ...(remark !== undefined && { remark }) } : { problem };
    expect(await outcomeOf(shop, fixture)).toEqual(expected);
  });
});
