import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { SigningKeyDto, SigningStatusDto } from '../api/schema';
import type { Tone } from '../text/chip';
import { DAY_MS } from '../text/times';

export type SigningStatus = SigningStatusDto;
export type SigningKey = SigningKeyDto;

export const signingQuery = queryOptions({
  queryKey: ['signing'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/signing', { signal })),
});

/** A key set that ends within this time wants a rotation: the doctor warns then, too. */
const SOON_MS = 30 * DAY_MS;

/** Whether the key set ends soon, or has ended; its `exp` is in seconds. */
export function endingOf(exp: number, now = Date.now()): 'ended' | 'soon' | undefined {
  const left = 1000 * exp - now;
  if (left <= 0) return 'ended';
  return left <= SOON_MS ? 'soon' : undefined;
}

export function stateOf({ isRevoked, notAfter }: SigningKey): { word: string; tone: Tone; why: string } {
  if (isRevoked) return { word: 'Revoked', tone: 'bad', why: 'Nothing that it signed is trusted.' };
  if (notAfter !== undefined)
    return { word: 'Replaced', tone: 'plain', why: 'It no longer signs; what it signed stays valid.' };
  return { word: 'Signs', tone: 'good', why: 'It signs verdicts and licenses.' };
}
