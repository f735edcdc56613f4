import { firstPage, toPage } from './paging';

const withId = (id: number) => ({ id });

/** Two matches, a long stretch without any, and one more. */
async function* found() {
  yield { items: [1, 2], upTo: 5000 };
  yield { items: [], upTo: 10_000 };
  yield { items: [10_001], upTo: undefined };
}

describe('a page of what is read some at a time', () => {
  it('has all there is, when there is time', async () => {
    expect(await firstPage(found(), 10, withId, () => false)).toEqual({
      items: [1, 2, 10_001].map(withId),
      next: undefined,
    });
  });

  it('ends short when it gets late, and the next takes up behind what was looked at', async () => {
    let looked = 0;
    const page = await firstPage(found(), 10, withId, () => ++looked === 2);
    expect(page).toEqual({ items: [1, 2].map(withId), next: 10_000 });
  });

  it('leads nowhere when it got late with the last ones', async () => {
    const last = (async function* () {
      yield { items: [1], upTo: undefined };
    })();
    expect(await firstPage(last, 10, withId, () => true)).toEqual({ items: [{ id: 1 }], next: undefined });
  });
});

describe('a page of what was read at once', () => {
  it('leads on where one more than fits was read, and only then', () => {
    expect(toPage([1, 2, 3], 2, withId)).toEqual({ items: [1, 2].map(withId), next: 2 });
    expect(toPage([1, 2], 2, withId)).toEqual({ items: [1, 2].map(withId), next: undefined });
  });
});
