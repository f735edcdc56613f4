import { DAY_MS } from '../../platform/time-ranges/spans';
import type { ShownLink } from '../../links/to-link-dto';
import { Dice } from './dice';

/** A link of the demo; its origin is the command's. */
export type DemoLink = Pick<ShownLink, 'name' | 'url' | 'count' | 'createdAt' | 'expiresAt' | 'maxVisits'>;

const TOPICS = 'spring-sale newsletter manual release-notes support-form webinar price-list trial upgrade survey'.split(
  ' ',
);

/** @param now milliseconds since the Unix epoch */
export function demoLink(index: number, now: number): DemoLink {
  const dice = new Dice(4, index);
  const topic = TOPICS[index % TOPICS.length];
  const issue = Math.floor(index / TOPICS.length);
  // A few are followed often, most of them seldom.
  const count = Math.floor((4000 * (0.5 + dice.next())) / (1 + index) ** 0.8);
  return {
    name: issue === 0 ? topic : `${topic}-${issue}`,
    url: `https://shop.example.com/${topic}${issue === 0 ? '' : `?issue=${issue}`}`,
    count,
    createdAt: now - Math.round((1 + dice.next() * 89) * DAY_MS),
    expiresAt: dice.chance(0.1) ? now + Math.round((dice.next() * 200 - 20) * DAY_MS) : null,
    maxVisits: dice.chance(0.05) ? count + dice.below(50) + 1 : null,
  };
}
