import type { LinkDto } from '../api/schema';

/** Which link: its name, and its domain unless it answers at the service's own address. */
export type LinkPlace = Pick<LinkDto, 'name' | 'domain'>;

/** A link in addresses of the console: `spring`, or `spring@go.example.com`. Names have no @. */
export const placeOf = ({ name, domain }: LinkPlace): string => (domain === undefined ? name : `${name}@${domain}`);

export function linkAt(place: string): LinkPlace {
  const [, name, domain] = /^(.*)@([^@/]+)$/.exec(place) ?? [];
  return name === undefined ? { name: place } : { name, domain };
}

/** The path and query of requests about a link. */
export const paramsOf = ({ name, domain }: LinkPlace) => ({ path: { id: name }, query: { domain } });

/** A link in lists, where one is told from those of other domains. */
export const calledIn = ({ name, domain }: LinkPlace): string => (domain === undefined ? name : `${domain}/${name}`);
