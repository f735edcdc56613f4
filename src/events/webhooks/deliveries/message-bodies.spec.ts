import type { NumberedEvent } from '../../../platform/events/event-row';
import type { EventsRepository } from '../../../platform/events/events.repository';
import type { Claimed } from './delivery-claims';
import { MessageBodies } from './message-bodies';

const eventAt = (position: number) => ({ position, eventId: `evt_${position}`, at: 0, data: '{}' }) as NumberedEvent;
const deliveryOf = (position: number) => ({ position }) as Claimed;
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

it('has the bodies of all deliveries at hand, however far apart their events are', async () => {
  const read: number[] = [];
  const findAt = (positions: number[]) => {
    read.push(...positions);
    return Promise.resolve(positions.map(eventAt));
  };
  const bodies = new MessageBodies({ findAt } as unknown as EventsRepository);
  bodies.keep(upTo(1000).map(eventAt));
  const wanted = [1, 2, ...upTo(1200).slice(1000)];
  const bodyOf = await bodies.load(wanted.map(deliveryOf));
  bodies.keep(upTo(3000).slice(2000).map(eventAt));
  const sent = wanted.map((position) => JSON.parse(bodyOf(deliveryOf(position), 'short')!).id);
  expect(sent).toEqual(wanted.map((position) => `evt_${position}`));
  expect(read).toEqual(wanted.slice(2));
});
