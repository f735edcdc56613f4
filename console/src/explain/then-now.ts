import type { PastChangeDto } from '../api/schema';
import { dayName, clockTime } from '../text/times';
import { counted } from '../text/numbers';
import type { ExplainedLog } from './explained-log';
import { MADE, reasonNow } from './reasons';
import { askerOf, atStart, listed, reasonIn, whenInWords } from './words';

/** Two sentences: what happened or would happen, and what is to be added. */
export interface Told {
  readonly what: string;
  readonly more?: string;
}

type NameOfProduct = (pid: number) => string;

/** "Why was Desk refused at 13:52?" */
export function questionOf({ past, at: now }: ExplainedLog): string {
  const asker = askerOf(past);
  const when = whenInWords(past.at, now);
  if (past.status === 'AUTHORISED') return `Why did ${asker} pass ${when}?`;
  return past.status === 'RELEASED'
    ? `${atStart(asker)} gave its seat back ${when}`
    : `Why was ${asker} refused ${when}?`;
}

type WhatThen = (explained: ExplainedLog, nameOfProduct: NameOfProduct, isRecorded: boolean) => string;

const WHAT_THEN: Readonly<Record<ExplainedLog['past']['status'], WhatThen>> = {
  AUTHORISED: ({ past }) => `${atStart(askerOf(past))} passed.`,
  RELEASED: ({ past }) => `${atStart(askerOf(past))} gave its seat back.`,
  'TEST KEY': () => 'The key is a test key, and its API key may not check those.',
  'KEY DISABLED': ({ past, at }) => changed(past.setBy, at, 'The key was disabled', 'disabled'),
  'NOT ACTIVE': ({ past, at }) => changed(past.setBy, at, 'The key was not active', 'inactive'),
  EXPIRED: ({ past: { licenseKey }, at }, _, isRecorded) =>
    isRecorded && licenseKey.expiresAt
      ? `The key had expired ${dayAndTime(licenseKey.expiresAt, at)}.`
      : 'The key had expired.',
  'INVALID PRODUCT': ({ past: { product, licenseKey } }, nameOfProduct) => {
    const asked = product === undefined ? 'another product' : nameOfProduct(product);
    return `It asked for ${asked}, and the key was for ${nameOfProduct(licenseKey.product)}.`;
  },
  'NOT AUTHORISED': ({ past: { address, licenseKey } }, _, isRecorded) =>
    isRecorded
      ? `It came from ${address}, and the key was bound to ${licenseKey.ip}.`
      : `It came from ${address}, which the key did not allow.`,
  'NOT ENTITLED': ({ past: { required } }) =>
    required === undefined
      ? 'The key did not contain what the program asked for.'
      : `The key did not contain all that the program asked for: ${listed(required)}.`,
  'UPDATE NOT COVERED': ({ past: { version } }) =>
    `${version === undefined ? 'Its version' : `Version ${version}`} was released after the updates of the key ended.`,
  'KEY REPLACED': ({ past: { setBy }, at }) =>
    setBy === undefined
      ? 'It sent a former value of the key.'
      : `It sent a former value of the key: ${setBy.by} replaced it ${whenInWords(setBy.at, at)}${reasonIn(setBy)}.`,
  'NO SEAT': ({ past: { licenseKey } }) => `${seatsThen(licenseKey.seats)} taken.`,
};

/** Why the check was answered so. */
export function thenInWords(explained: ExplainedLog, nameOfProduct: NameOfProduct): Told {
  const { past } = explained;
  const isRecorded = past.rules.every(({ outcome, recorded }) => outcome !== 'refused' || recorded);
  const what = WHAT_THEN[past.status](explained, nameOfProduct, isRecorded);
  if (past.status === 'AUTHORISED') return { what, more: `It came from ${past.address}.` };
  return past.status === 'RELEASED' ? { what } : { what, more: sinceThen(explained) };
}

/** What the same check would be answered now. */
export function nowInWords(explained: ExplainedLog, nameOfProduct: NameOfProduct): Told {
  const { pass, status, past, licenseKey, seatedDevices = [] } = explained;
  const asker = atStart(askerOf(past));
  if (!pass) {
    const what = `${asker} would be refused: ${reasonNow(explained, nameOfProduct)}.`;
    if (status === 'NOT FOUND') return { what, more: 'Its program has to send the new value.' };
    if (status === 'INVALID PRODUCT')
      return { what, more: 'Its program has to name the right product, or use another key.' };
    return { what, more: status === past.status ? 'For the same reason as then.' : undefined };
  }
  const more = 'There is nothing left to do.';
  if (licenseKey.seats === undefined) return { what: `${asker} would pass.`, more };
  const holds = seatedDevices.some(({ id }) => id === past.deviceId);
  return { what: holds ? `${asker} has its seat and may run.` : `${asker} gets a seat with its next check.`, more };
}

/** `on 20 Nov at 12:00`, also today. */
const dayAndTime = (at: number, now: number) => `on ${dayName(at, now)} at ${clockTime(at)}`;

function seatsThen(seats: number | undefined): string {
  if (seats === undefined) return 'All seats were';
  return { 1: 'Its only seat was', 2: 'Both seats were' }[seats] ?? `All ${counted(seats, 'seat')} were`;
}

/** "shop disabled the key at 13:37." */
function changed(change: PastChangeDto | undefined, now: number, was: string, state: keyof typeof MADE): string {
  if (change === undefined) return `${was}.`;
  if (change.before === undefined) return `${change.by} created the key ${state}.`;
  return `${change.by} ${MADE[state]} ${whenInWords(change.at, now)}${reasonIn(change)}.`;
}

/** Whether somebody has changed since what refused the check. */
function sinceThen({
  past: { status, changedSince, setBy, licenseKey },
  status: isNow,
  at: now,
}: ExplainedLog): string | undefined {
  if (changedSince !== undefined) {
    const did = CHANGES[changedSince.field]?.(changedSince.after, now) ?? 'changed it';
    return `${changedSince.by} ${did} ${whenInWords(changedSince.at, now)}${reasonIn(changedSince)}.`;
  }
  if (status === 'KEY REPLACED') return undefined;
  if (status === 'NO SEAT') return `Who had ${licenseKey.seats === 1 ? 'it' : 'them'} then is not recorded.`;
  if (isNow === status) return 'Nobody has changed that since.';
  return setBy === undefined ? 'Who changed that is not recorded.' : undefined;
}

/** What a change of a field did, by its value from then on, as JSON. */
const CHANGES: Readonly<Record<string, (after: string | undefined, now: number) => string>> = {
  disabled: (after) => (after === 'true' ? 'disabled it' : 'enabled it again'),
  status: (after) => (after === 'true' ? 'made it active' : 'made it inactive'),
  expiresAt: (after, now) =>
    after === undefined ? 'removed its expiry' : `moved its expiry to ${dayName(Number(after), now)}`,
  updatesUntil: (after, now) =>
    after === undefined ? 'gave it updates for ever' : `moved the end of its updates to ${dayName(Number(after), now)}`,
  product: () => 'moved it to another product',
  ip: (after = '""') => (after === '""' ? 'removed its address' : `bound it to ${JSON.parse(after) as string}`),
  seats: (after) =>
    after === undefined ? 'stopped counting its devices' : `gave it ${counted(Number(after), 'seat')}`,
};
