import type { StatementRunner, Step } from '../../platform/database/statement-runner';
import { EventsRepository } from '../../platform/events/events.repository';
import { LinksRepository } from '../links.repository';
import { VisitBatch } from './visit-batch';
import { VisitPortionsRepository } from '../visits/visit-portions.repository';

const NONE = undefined as never;

/** What a batch of three visits decides once it has read the link. */
async function decided(
  count: number,
  maxVisits: number | null,
  [passwordHash, given]: [string | null, string | null] = [null, null],
  [card, isBot]: [string | null, boolean] = [null, false],
): Promise<Step<unknown>> {
  let step: Step<unknown> | undefined;
  const statements: Pick<StatementRunner, 'transact'> = {
    transact(_, decide) {
      step = decide([
        [[1, 'sale', 'https://example.com/', count, null, maxVisits, null, null, null, passwordHash, card]],
      ]);
      return Promise.resolve(NONE);
    },
  };
  const repositories = [
    new LinksRepository(NONE, NONE, NONE),
    new VisitPortionsRepository(NONE, NONE),
    new EventsRepository(NONE, NONE, NONE),
  ] as const;
  await new VisitBatch(...repositories, statements as StatementRunner).commit(
    ['sale', 'sale', 'sale'].map((nameKey) => ({ nameKey, facts: undefined, passwordHash: given, isBot: () => isBot })),
  );
  return step!;
}

it.each([
  ['no limit', 0, null],
  ['visits left', 6, 10],
  ['no visits left before', 10, 10],
])('visits of a link with %s cost no statement for its end', async (_, count, maxVisits) => {
  const step = await decided(count, maxVisits);
  if ('proceed' in step) throw new Error('It reads more.');
  expect(step.writes.map(({ sql }) => sql.split(' ', 3).join(' '))).toEqual(
    count === maxVisits ? [] : ['UPDATE links SET', 'INSERT INTO visit_portions'],
  );
});

it.each([7, 8])('the last of some visits reads the link, for followers to be told of it', async (count) => {
  const step = await decided(count, 10);
  expect('reads' in step && step.reads.map(({ parameters }) => parameters)).toEqual([[1]]);
});

it.each([
  ['without the password', 'a hash', null, 'locked'],
  ['with a password that was changed meanwhile', 'a new hash', 'a hash', 'locked'],
  ['with the password', 'a hash', 'a hash', 'redirect'],
  ['with a password that was taken away meanwhile', null, 'a hash', 'redirect'],
])('visits %s', async (_, passwordHash, given, is) => {
  const step = await decided(0, 5, [passwordHash, given]);
  if ('proceed' in step) throw new Error('It reads more.');
  expect(step.result).toEqual(Array(3).fill(expect.objectContaining({ is })));
  expect(step.writes.length).toBe(is === 'locked' ? 0 : 2);
});

it.each([
  ['person', null, false, 'redirect'],
  ['program', null, true, 'redirect'],
  ['person', '{}', false, 'redirect'],
  ['program', '{}', true, 'preview'],
])('a %s that asks for a link with the card %s', async (_, card, isBot, is) => {
  const step = await decided(0, null, undefined, [card, isBot]);
  if ('proceed' in step) throw new Error('It reads more.');
  expect(step.result).toEqual(Array(3).fill(expect.objectContaining({ is })));
  expect(step.writes.length).toBe(is === 'preview' ? 0 : 2);
});
