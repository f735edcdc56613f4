import { SCOPES_OF_ROLE } from '../../../src/access/scopes/roles';
import type { MeDto } from '../api/schema';
import { mayDo, useMe } from './me';

/** Those who have a role, from the least powerful on. */
const PEOPLE = { viewer: 'viewers', support: 'support', developer: 'developers', admin: 'admins' } as const;

const LIST = new Intl.ListFormat('en-GB');

/** Whose role has any of the scopes: "developers and admins". */
export function whoMay(scopes: readonly string[]): string {
  const roles = Object.entries(SCOPES_OF_ROLE).filter(([, granted]) => mayDo({ scopes: [...granted] }, ...scopes));
  const people = roles.map(([role]) => PEOPLE[role as keyof typeof PEOPLE]);
  return LIST.format(people);
}

/** Why somebody may not do what needs any of the scopes; undefined if they may. */
export function refusalFor(me: Pick<MeDto, 'scopes' | 'role'>, scopes: readonly string[]): string | undefined {
  if (mayDo(me, ...scopes)) return undefined;
  if (me.role === undefined) return `Your API key lacks the scope ${scopes[0]}.`;
  return `Only ${whoMay(scopes)} may do this.`;
}

export const useRefusal = (scopes: readonly string[]) => refusalFor(useMe(), scopes);
