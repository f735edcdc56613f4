import { setTimeout as sleep } from 'node:timers/promises';
import { requireGiven, startOf } from '../events/feed/feed.service';
import { toEventDto } from '../events/feed/to-event-dto';
import { EventTypes } from '../platform/events/event-types';
import type { NumberedEvent } from '../platform/events/event-row';
import { EventsRepository } from '../platform/events/events.repository';
import { EVENT_FEATURES } from './event-features';
import type { WithJson } from './options';
import { printLine } from './output';
import { Signals } from './signals';
import { readDatabase } from './with-database';

const LOOK_MS = 500;
const EVENTS_A_LOOK = 500;
/** As `tail` does. */
const SHOWN_FIRST = 10;

interface Options extends WithJson {
  readonly after?: number;
  readonly types?: readonly string[];
  readonly once?: true;
}

/** Prints events as they are numbered, until interrupted. */
export async function tail({ after, types, once, json }: Options): Promise<void> {
  const ending = new AbortController();
  const signals = new Signals(
    () => ending.abort(),
    () => {},
  );
  // Nobody reads on, as after "| head".
  process.stdout.once('error', () => ending.abort());
  try {
    await readDatabase(EVENT_FEATURES, async (providers) => {
      providers.get(EventTypes).requireKnown(types);
      const events = providers.get(EventsRepository);
      let position = await beginning(events, after, types);
      while (!ending.signal.aborted) {
        const found = await events.findAfter(position, EVENTS_A_LOOK, { types });
        for (const event of found.events)
          printLine(json ? JSON.stringify(toEventDto(event, { keys: 'short' })) : line(event));
        position = found.upTo;
        if (position < found.last) continue;
        if (once) return;
        // Also keeps the process alive, which nothing else does on the embedded database.
        await sleep(LOOK_MS, undefined, { signal: ending.signal }).catch(() => {});
      }
    });
  } finally {
    signals.close();
  }
}

/** @throws {ApiError} for a position after which events are missing, as in the API */
async function beginning(events: EventsRepository, after?: number, types?: readonly string[]): Promise<number> {
  const last = await events.findLastPosition();
  if (after === undefined) return (await events.findBefore(last + 1, SHOWN_FIRST, { types })).downTo - 1;
  await requireGiven(events, after);
  return startOf(events, after, last);
}

function line({ position, at, type, uid, product, targetType, targetId, actorName }: NumberedEvent): string {
  const about = [
    `${targetType} ${targetId}`,
    ...(uid === null ? [] : [`customer ${uid}`]),
    ...(product === null ? [] : [`product ${product}`]),
  ];
  const time = new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
  // A product is shown by its number.
  const subjects = [...new Set(about)].join(', ');
  return `${time}  ${String(position).padStart(6)}  ${type.padEnd(20)}  ${subjects}${actorName === '' ? '' : `, by ${actorName}`}`;
}
