import type { INestApplicationContext } from '@nestjs/common';
import { built, withModule } from '../support/built';
import { Receiver } from '../support/receiver';

const { EventsRepository } = built(
  'platform/events/events.repository',
) as typeof import('../../src/platform/events/events.repository');
const { EventNumbering } = built(
  'platform/events/event-numbering',
) as typeof import('../../src/platform/events/event-numbering');
const { WebhooksModule } = built(
  'events/webhooks/webhooks.module',
) as typeof import('../../src/events/webhooks/webhooks.module');
const { WebhooksService } = built(
  'events/webhooks/webhooks.service',
) as typeof import('../../src/events/webhooks/webhooks.service');
const { WebhooksRepository } = built(
  'events/webhooks/webhooks.repository',
) as typeof import('../../src/events/webhooks/webhooks.repository');
const folder = 'events/webhooks/deliveries';
const { WallClock } = built('platform/jobs/wall-clock') as typeof import('../../src/platform/jobs/wall-clock');
const { DeliveryMaker } = built(
  `${folder}/delivery-maker`,
) as typeof import('../../src/events/webhooks/deliveries/delivery-maker');
const { DeliverySender } = built(
  `${folder}/delivery-sender`,
) as typeof import('../../src/events/webhooks/deliveries/delivery-sender');
const { DeliveriesService } = built(
  `${folder}/deliveries.service`,
) as typeof import('../../src/events/webhooks/deliveries/deliveries.service');
const { WebhookJobs } = built(
  `${folder}/webhook-jobs`,
) as typeof import('../../src/events/webhooks/deliveries/webhook-jobs');

const HOUR = 3_600_000;
const SECRET_KEY = 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=';
const ACTOR = { apiKeyId: null, name: 'test', address: '', requestId: '' };
const GOES_ON = new AbortController().signal;

/** In hours from one try to the next, give or take a tenth. */
const WAITS = [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24];

const withWebhooks = (work: (providers: INestApplicationContext) => Promise<void>): Promise<void> =>
  withModule(WebhooksModule, { SECRET_KEY, WEBHOOK_NETWORKS: '127.0.0.1' }, work);

async function happen(providers: INestApplicationContext, times = 1): Promise<void> {
  const told = {
    type: 'link.created',
    targetType: 'link',
    targetId: 1,
    actorType: 'service',
    actorName: 'test',
  } as const;
  const event = { ...told, at: Date.now(), data: { link: { id: 1 } } };
  await providers.get(EventsRepository).append(Array.from({ length: times }, () => event));
  for (let left = times; left > 0; left -= 500) await providers.get(EventNumbering).advance();
}

it('tries ten times in the course of three days, is silent then, and switches off after five', () =>
  withWebhooks(async (providers) => {
    const receiver = await Receiver.start((_, response) => response.writeHead(500).end());
    try {
      const start = Date.now();
      let now = start;
      providers.get(WallClock).now = () => now;
      const webhooks = providers.get(WebhooksService);
      const { id } = await webhooks.create({ url: receiver.url }, { actor: ACTOR, seesKeys: true });
      await happen(providers);
      await providers.get(DeliveryMaker).advance(GOES_ON);
      const tries: number[] = [];
      // A week, an hour at a time, and at each moment at which something is due.
      for (const end = start + 7 * 24 * HOUR; now < end;) {
        const before = receiver.received.length;
        await providers.get(DeliverySender).run(GOES_ON);
        if (receiver.received.length > before) tries.push(now);
        await providers.get(WebhookJobs).disableFailing();
        const { items } = await providers.get(DeliveriesService).getPage(String(id), {});
        const { active } = await webhooks.get(String(id));
        expect([now, active]).toEqual([now, now < start + 120 * HOUR]);
        now = Math.max(now + 1, Math.min(items[0].dueAt ?? Infinity, now + HOUR));
      }
      expect(tries).toHaveLength(10);
      const waits = tries.slice(1).map((at, index) => (at - tries[index]) / HOUR);
      for (const [index, wait] of waits.entries()) {
        expect(wait).toBeGreaterThanOrEqual(WAITS[index] * 0.89);
        expect(wait).toBeLessThanOrEqual(WAITS[index] * 1.11 + 0.001);
      }
      const [delivery] = (await providers.get(DeliveriesService).getPage(String(id), {})).items;
      expect([delivery.state, delivery.attempts.length]).toEqual(['failed', 10]);
      expect(await webhooks.get(String(id))).toMatchObject({ active: false, disabledBecause: 'failing' });
      const { events } = await providers.get(EventsRepository).findAfter(0, 10);
      expect(events).toHaveLength(1);
    } finally {
      await receiver.end();
    }
  }));

it('waits as long as a receiver asks for', () =>
  withWebhooks(async (providers) => {
    const receiver = await Receiver.start((_, response) => response.writeHead(429, { 'retry-after': '7200' }).end());
    try {
      const { id } = await providers
        .get(WebhooksService)
        .create({ url: receiver.url }, { actor: ACTOR, seesKeys: true });
      await happen(providers);
      await providers.get(DeliveryMaker).advance(GOES_ON);
      await providers.get(DeliverySender).run(GOES_ON);
      const [{ dueAt, attempts }] = (await providers.get(DeliveriesService).getPage(String(id), {})).items;
      expect(dueAt! - attempts[0].at).toBeGreaterThan(7_190_000);
      expect(dueAt! - attempts[0].at).toBeLessThan(7_230_000);
    } finally {
      await receiver.end();
    }
  }));

it('puts each event on its way once, though two make deliveries and two send at a time', () =>
  withWebhooks(async (providers) => {
    const receiver = await Receiver.start();
    try {
      await providers.get(WebhooksService).create({ url: receiver.url }, { actor: ACTOR, seesKeys: true });
      for (let n = 0; n < 60; n++) await happen(providers);
      const [maker, sender] = [providers.get(DeliveryMaker), providers.get(DeliverySender)];
      await Promise.all([maker.advance(GOES_ON), maker.advance(GOES_ON)]);
      await Promise.all([sender.run(GOES_ON), sender.run(GOES_ON)]);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
    } finally {
      await receiver.end();
    }
  }));

it('puts no more than some 5,000 on their way that have not ended, while others get theirs', () =>
  withWebhooks(async (providers) => {
    const [webhooks, maker] = [providers.get(WebhooksService), providers.get(DeliveryMaker)];
    const create = () => webhooks.create({ url: 'http://localhost:9/' }, { actor: ACTOR, seesKeys: true });
    const madeFor = async (id: number) => (await providers.get(WebhooksRepository).findById(id))!.position;
    const first = await create();
    await happen(providers, 6000);
    while ((await maker.advance(GOES_ON)).isMore);
    const second = await create();
    await happen(providers);
    expect(await maker.advance(GOES_ON)).toEqual({ made: 1, isMore: false });
    expect(await madeFor(second.id)).toBe(6001);
    const stopped = await madeFor(first.id);
    expect(stopped).toBeGreaterThanOrEqual(5000);
    expect(stopped).toBeLessThan(5600);
  }));
