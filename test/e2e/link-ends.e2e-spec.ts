import type { INestApplicationContext } from '@nestjs/common';
import type { Jobs } from '../../src/platform/jobs/jobs';
import type { ApiClient } from '../support/api-client';
import { built, withModule } from '../support/built';
import { inScenario, unique } from '../support/scenario';
import { Service } from '../support/service';

const { EventsRepository } = built(
  'platform/events/events.repository',
) as typeof import('../../src/platform/events/events.repository');
const { EventNumbering } = built(
  'platform/events/event-numbering',
) as typeof import('../../src/platform/events/event-numbering');
const { LinksModule } = built('links/links.module') as typeof import('../../src/links/links.module');
const { LinkCreationService } = built(
  'links/link-creation.service',
) as typeof import('../../src/links/link-creation.service');
const { LinksService } = built('links/links.service') as typeof import('../../src/links/links.service');
const { LinksRepository } = built('links/links.repository') as typeof import('../../src/links/links.repository');
const { LinkEnds } = built('links/ends/link-ends') as typeof import('../../src/links/ends/link-ends');
const { Readers } = built('platform/database/reader') as typeof import('../../src/platform/database/reader');
const { Transactions } = built(
  'platform/database/transactions',
) as typeof import('../../src/platform/database/transactions');
const { LinkEndJob } = built('links/ends/link-end-job') as typeof import('../../src/links/ends/link-end-job');

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2031, 4, 1, 12);
const URL = 'https://example.com/';
const ACTOR = { apiKeyId: null, ownerId: -1, name: 'test', address: '', requestId: '' };
const GOES_ON = new AbortController().signal;

interface EndedLink {
  readonly link: { readonly id: number; readonly count: number; readonly maxVisits?: number; readonly title?: string };
  readonly endedBy: string;
}

/** Links with an end, and the job with a clock that the test moves. */
class Ends {
  private last = 0;

  constructor(private readonly providers: INestApplicationContext) {}

  async create(fields: object): Promise<number> {
    const body = Object.assign({ name: unique('ends'), url: URL }, fields);
    return (await this.providers.get(LinkCreationService).create(body, ACTOR, '')).link.id;
  }

  async move(id: number, expiresAt: number): Promise<void> {
    await this.providers.get(LinksService).update(String(id), { expiresAt }, ACTOR, '', true);
  }

  async remove(id: number): Promise<void> {
    await this.providers.get(LinksService).delete(String(id), ACTOR);
  }

  advance(now: number): Promise<void> {
    return this.providers.get(LinkEndJob).advance(now, GOES_ON);
  }

  /** As on two instances: neither waits for the other. */
  async advanceTwice(now: number): Promise<void> {
    const { providers } = this;
    const other = new LinkEndJob(
      providers.get(LinksRepository),
      providers.get(LinkEnds),
      providers.get(EventsRepository),
      providers.get(Transactions),
      providers.get(Readers),
      { add: () => {} } as unknown as Jobs,
    );
    await Promise.all([this.advance(now), other.advance(now, GOES_ON)]);
  }

  /** The links of whose ends followers were told since the last call. */
  async told(): Promise<number[]> {
    while (await this.providers.get(EventNumbering).advance());
    const { events } = await this.providers.get(EventsRepository).findAfter(this.last, 5000);
    this.last = events.at(-1)?.position ?? this.last;
    return events
      .filter(({ type }) => type === 'link.ended')
      .map(({ targetType, targetId, actorType, data }) => {
        const { link, endedBy } = JSON.parse(data!) as EndedLink;
        const isWrong = targetType !== 'link' || link.id !== targetId || actorType !== 'service';
        if (isWrong || endedBy !== 'expiresAt') throw new Error(`${targetType} ${targetId} ${actorType} ${data}`);
        return targetId;
      });
  }
}

const withEnds = (work: (ends: Ends) => Promise<void>): Promise<void> =>
  withModule(LinksModule, {}, (providers) => work(new Ends(providers)));

describe('the end of a link by time', () => {
  it('is told once, also of what fell into 48 hours of standstill, in its order; not from before the first start', () =>
    withEnds(async (ends) => {
      await ends.create({ expiresAt: NOW - DAY });
      const [later, sooner] = [
        await ends.create({ expiresAt: NOW + 2 * DAY }),
        await ends.create({ expiresAt: NOW + DAY, maxVisits: 3 }),
      ];
      await ends.create({ expiresAt: NOW + 3 * DAY });
      await ends.create({});
      await ends.advance(NOW);
      expect(await ends.told()).toEqual([]);
      await ends.advance(NOW + 2 * DAY);
      expect(await ends.told()).toEqual([sooner, later]);
      for (const now of [NOW + 2 * DAY, NOW + 2 * DAY + 1, NOW + 2.5 * DAY]) await ends.advance(now);
      expect(await ends.told()).toEqual([]);
    }));

  it('is told again for a new value, at once for one that is now, and never again for one that was told', () =>
    withEnds(async (ends) => {
      await ends.advance(NOW);
      const id = await ends.create({ expiresAt: NOW + MINUTE });
      await ends.advance(NOW + 2 * MINUTE);
      expect(await ends.told()).toEqual([id]);
      await ends.move(id, NOW + 3 * MINUTE);
      await ends.advance(NOW + 4 * MINUTE);
      expect(await ends.told()).toEqual([id]);
      await ends.move(id, NOW + 3.5 * MINUTE);
      await ends.advance(NOW + 5 * MINUTE);
      expect(await ends.told()).toEqual([id]);
      await ends.move(id, NOW + 3 * MINUTE);
      await ends.advance(NOW + 6 * MINUTE);
      expect(await ends.told()).toEqual([]);
    }));

  it('is told before a change that moves it, or deletes the link, and then not by the job', () =>
    withEnds(async (ends) => {
      await ends.advance(Date.now());
      const expiresAt = Date.now() - 1000;
      const [moved, removed, kept] = [
        await ends.create({ expiresAt }),
        await ends.create({ expiresAt }),
        await ends.create({ expiresAt }),
      ];
      await ends.move(moved, Date.now() + DAY);
      await ends.move(moved, Date.now() + 2 * DAY);
      await ends.remove(removed);
      expect(await ends.told()).toEqual([moved, removed]);
      await ends.advance(Date.now());
      expect(await ends.told()).toEqual([kept]);
      await ends.remove(kept);
      expect(await ends.told()).toEqual([]);
    }));

  it('is told of many that end at one moment, also if two instances tell at once, and if a clock was ahead', () =>
    withEnds(async (ends) => {
      await ends.advance(NOW);
      const ids: number[] = [];
      for (let index = 0; index < 300; index++) ids.push(await ends.create({ expiresAt: NOW + MINUTE }));
      await ends.advanceTwice(NOW + DAY);
      expect((await ends.told()).toSorted((a, b) => a - b)).toEqual(ids);
      const missed = await ends.create({ expiresAt: NOW + 3 * MINUTE });
      await ends.advance(NOW + 2 * MINUTE);
      await ends.advance(NOW + DAY + MINUTE);
      expect(await ends.told()).toEqual([missed]);
    }));
});

describe('the last visit of a link', () => {
  async function visitTimes(visitor: ApiClient, name: string, times: number): Promise<void> {
    for (let visit = 0; visit < times; visit++) await visitor.get(`/${name}`);
  }

  it(
    'is told once, whichever of two instances counts it, and again only once a greater limit is reached',
    inScenario(async ({ admin, service, database }) => {
      const other = await Service.start({ DATABASE_URL: database.url });
      const create = async (fields: object) =>
        (await admin.post('/api/links', { url: URL, ...fields })).body as { id: number; name: string };
      const limited: { id: number; name: string }[] = [];
      for (let index = 0; index < 24; index++) limited.push(await create({ maxVisits: 3 + index, title: 'Sale' }));
      const [unended, unlimited] = [await create({ maxVisits: 1000 }), await create({})];
      const visitors = [service, other].map((each) => each.client(null));
      const visit = (names: string[]) => Promise.all(names.map((name, index) => visitors[index % 2].get(`/${name}`)));
      const told = async (): Promise<[number, number, string][]> => {
        const found: [number, number, string][] = [];
        for (let after = 0; ;) {
          const { body } = await admin.get(`/api/events?types=link.ended&after=${after}&wait=1&limit=1000`);
          const events = body as { position: number; actor: object; data: EndedLink }[];
          if (events.length === 0) return found;
          after = events.at(-1)!.position;
          for (const { actor, data } of events) {
            expect(actor).toEqual({ type: 'client', name: '' });
            found.push([data.link.id, data.link.count, data.endedBy]);
          }
        }
      };
      const names = [...limited, unended, unlimited].map(({ name }) => name);
      // One after the other from each visitor, so that many batches of both instances meet at a link's last visit.
      await Promise.all(names.flatMap((name) => visitors.map((visitor) => visitTimes(visitor, name, 20))));
      const first = limited.map(({ id }, index): [number, number, string] => [id, 3 + index, 'maxVisits']);
      expect((await told()).toSorted(([a], [b]) => a - b)).toEqual(first);
      const [{ id, name }] = limited;
      await admin.put(`/api/link/${id}`, { maxVisits: 5 });
      await visit([name]);
      await admin.put(`/api/link/${id}`, { maxVisits: 4 });
      await admin.put(`/api/link/${id}`, { maxVisits: 5 });
      await visit([name, name, name]);
      await admin.put(`/api/link/${unended.id}`, { maxVisits: 20 });
      expect((await visit([name, unended.name])).map(({ status }) => status)).toEqual([410, 410]);
      expect((await told()).slice(first.length)).toEqual([[id, 5, 'maxVisits']]);
      await other.stop('SIGINT');
    }),
  );
});
