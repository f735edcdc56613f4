import * as fc from 'fast-check';
import { randomCases } from '../../../test/support/cases';
import { messageOf, readShopFixtures, type ShopFixture } from '../../../test/support/shop-fixtures';
import { type Fact, FACT_KINDS, isId, LIMITS } from './facts';
import {
  type Ask,
  NeedsToken,
  type Shop,
  type ShopMessage,
  ShopUnavailable,
  UnknownToShop,
  UnreadableMessage,
} from './shop';
import { SHOPS } from './shops';

/* Whatever is sent, and whatever a shop answers: facts that can be held, or one of three errors with a sentence. */

const NOW = 1_764_072_000_000;
const json = fc.jsonValue({ maxDepth: 4 });
const odd = fc.oneof(
  json,
  fc.constantFrom<unknown>(
    '',
    'x'.repeat(300),
    'a\nb',
    '\ud800',
    'é@ü.example',
    1e308,
    -1,
    0.1,
    253402300800000,
    '9'.repeat(30),
  ),
  fc.constantFrom<unknown>([], {}, { id: 1 }, [[[]]], { toString: null }, { __proto__: null, id: {} }),
);

/** A place in a body, chosen by numbers, gets another value. */
function changed(value: unknown, path: readonly number[], other: unknown): unknown {
  const [step, ...others] = path;
  if (typeof value !== 'object' || value === null || step === undefined) return other;
  const names = Object.keys(value);
  if (names.length === 0) return other;
  const name = names[step % names.length];
  const part: unknown = (value as Record<string, unknown>)[name];
  const result = changed(part, others, other);
  if (Array.isArray(value)) return value.map((each: unknown, index) => (String(index) === name ? result : each));
  return { ...value, [name]: result };
}

const isForm = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.values(body).every((value) => typeof value === 'string');

const isExpected = (error: unknown): error is Error =>
  (error instanceof UnreadableMessage ||
    error instanceof UnknownToShop ||
    error instanceof NeedsToken ||
    error instanceof ShopUnavailable) &&
  error.message.length > 10;

async function outcome(shop: Shop, message: ShopMessage, ask: Ask | undefined, isTrusted: boolean) {
  try {
    const { id, type } = shop.identify(message);
    expect([id.length <= LIMITS.id, type.length <= LIMITS.id]).toEqual([true, true]);
    shop.verify(message, ['secret', 'whsec_c2VjcmV0'], NOW);
    return (await shop.translate(message, ask, isTrusted)).facts;
  } catch (error) {
    if (!isExpected(error)) throw error;
    return [];
  }
}

function expectHeld(fact: Fact): void {
  const ids = [fact.id, fact.order, fact.payment, fact.buyer?.id, ...fact.references].filter((id) => id !== undefined);
  expect(ids.filter((id) => !isId(id))).toEqual([]);
  const { kind, order, payment, references, items = [], at, paidUntil = at, buyer = {} } = fact;
  expect(FACT_KINDS).toContain(kind);
  expect(order ?? payment).toBeDefined();
  expect(references.length).toBeLessThanOrEqual(LIMITS.references);
  expect([at, paidUntil].every((time) => Number.isSafeInteger(time) && time > 0)).toBe(true);
  for (const { names, quantity, title = '' } of items) {
    expect(Number.isSafeInteger(quantity) && quantity >= 0 && quantity <= LIMITS.quantity).toBe(true);
    expect([...names, title].every((text) => text.length <= LIMITS.text && text.isWellFormed())).toBe(true);
  }
  expect(buyer.email ?? 'a@b').toMatch(/^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u);
  expect(fact.total ?? '1').toMatch(/^-?\d+(?:\.\d+)?$/);
  expect(JSON.stringify(fact)).toBe(JSON.stringify(JSON.parse(JSON.stringify(fact))));
}

const answering =
  (status: number, body: unknown): Ask =>
  () =>
    Promise.resolve({ status, headers: { 'retry-after': '86400' }, body });

describe.each(Object.values(SHOPS))('$name:', (shop) => {
  const fixtures = readShopFixtures(shop.type);
  const headers = fc.record(
    Object.fromEntries(shop.headers.map((name) => [name, fc.oneof(fc.string(), fc.constant('order.updated'))])),
  );

  it('any bytes', async () => {
    const bodies = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      json.map((value) => Buffer.from(JSON.stringify(value))),
      fc.webQueryParameters().map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(bodies, headers, async (body, sent) => {
        const facts = await outcome(shop, { from: 'webhook', headers: sent, body }, undefined, true);
        facts.forEach(expectHeld);
      }),
      { numRuns: randomCases(100) },
    );
  });

  it('any value in any place of what it sends', async () => {
    const path = fc.array(fc.nat(40), { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fixtures), path, odd, fc.boolean(), async (fixture, steps, value, isCut) => {
        const sent = changed(fixture.body, steps, value);
        const message = messageOf({
          ...fixture,
          form: fixture.form && isForm(sent),
          body: sent as ShopFixture['body'],
        });
        const body = isCut ? message.body.subarray(0, message.body.length - steps[0] - 1) : message.body;
        const facts = await outcome(shop, { ...message, body }, undefined, fixture.isTrusted === true);
        facts.forEach(expectHeld);
      }),
      { numRuns: randomCases(600) },
    );
  });

  it('any value in any place of what it answers, with any status', async () => {
    const asked = fixtures.filter(({ answers }) => answers && Object.keys(answers).length > 0);
    const path = fc.array(fc.nat(40), { maxLength: 7 });
    const status = fc.constantFrom(200, 200, 200, 200, 400, 401, 403, 404, 429, 500, 503);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fixtures, ...asked),
        path,
        odd,
        status,
        async (fixture, steps, value, code) => {
          const [answer] = Object.values(fixture.answers ?? { '/': {} });
          const facts = await outcome(shop, messageOf(fixture), answering(code, changed(answer, steps, value)), false);
          facts.forEach(expectHeld);
        },
      ),
      { numRuns: randomCases(300) },
    );
  });
});
