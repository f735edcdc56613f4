import { EventTypes, recordEvents } from '../../platform/events/event-types';
import type { NewEvent } from '../../platform/events/event-row';
import type { Change } from './change';
import { ChangeLog } from './change-log';

const ACTOR = { apiKeyId: 1, name: 'shop', address: '127.0.0.1', requestId: '' };
const LINK = { id: 1, url: 'https://example.com/', tags: ['a'] };

/** @returns the actions that are audited, and the events that are told */
async function recorded(...changes: Omit<Change, 'targetType' | 'targetId'>[]) {
  const types = new EventTypes();
  const type = (name: string) => ({ name, when: '', data: Object });
  types.add(recordEvents({ record: 'link', types: { create: type('link.created'), update: type('link.updated') } }));
  const seen = { audited: [] as string[], told: [] as unknown[] };
  const audit = { append: (_: unknown, rows: Change[]) => void seen.audited.push(...rows.map(({ action }) => action)) };
  const events = { appending: (told: NewEvent[]) => (seen.told.push(...told.map(({ data }) => data)), []) };
  const log = new ChangeLog(audit as never, events as never, types);
  await log.append(
    ACTOR,
    changes.map((change) => ({ targetType: 'link', targetId: 1, ...change })),
  );
  return seen;
}

const update = (after: object, evenIfEqual?: Change['evenIfEqual']) =>
  ({ action: 'update', before: LINK, after, evenIfEqual }) as const;

it('records what has changed, with its former values', async () => {
  expect(await recorded(update({ ...LINK, tags: ['b'], note: 'new' }), { action: 'create', after: LINK })).toEqual({
    audited: ['update', 'create'],
    told: [{ link: { ...LINK, tags: ['b'], note: 'new' }, previous: { tags: ['a'], note: null } }, { link: LINK }],
  });
});

it('records nothing of an update that changes nothing, unless it has a reason to', async () => {
  const same = structuredClone(LINK);
  expect(await recorded(update(same))).toEqual({ audited: [], told: [] });
  expect(await recorded(update(same, 'audited'))).toEqual({ audited: ['update'], told: [] });
  expect(await recorded(update(same, 'told'))).toEqual({
    audited: ['update'],
    told: [{ link: LINK, previous: {} }],
  });
  expect(await recorded(update({ ...LINK, url: 'https://example.com/b' }, 'audited'))).toMatchObject({
    audited: ['update'],
    told: [{ previous: { url: LINK.url } }],
  });
});
