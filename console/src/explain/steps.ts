import { LICENSE_KEY_FIELDS } from '../../../src/licensing/license-keys/license-key-fields';
import type { KeyChangeDto, NextStepDto } from '../api/schema';
import { type Field, scopesOf } from '../keys/fields';
import { RELEASES } from '../keys/one/devices';
import { isolated } from '../text/isolated';
import { DAY_MS, dayName, daysBetween, fromNow, localTime } from '../text/times';
import { counted } from '../text/numbers';
import type { ExplainedLog } from './explained-log';
import { askerOf } from './words';

/** A button that lets a refused check pass. */
export interface Step {
  readonly label: string;
  /** Said once it is done. */
  readonly done: string;
  /** The scopes of which one is needed. */
  readonly scopes: readonly string[];
  /** Absent if a device is to be released, which asks first. */
  readonly change?: Omit<KeyChangeDto, 'extendDays'>;
}

/** A step that sets one field of the license key. */
function setting(label: string, done: string, change: NonNullable<Step['change']>): Step {
  const [name] = Object.keys(change) as Field['name'][];
  return { label, done, scopes: scopesOf(name), change };
}

/** A button has room for a name, and for no more. */
const shortened = (name: string) =>
  name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1).trimEnd()}…` : name;
const MOST_LETTERS = 22;

type ToStep = (step: NextStepDto, explained: ExplainedLog) => Step;

const STEPS: Readonly<Record<NextStepDto['step'], ToStep>> = {
  enable: () => setting('Enable the key', 'The key is enabled.', { disabled: false }),
  activate: () => setting('Activate the key', 'The key is active.', { status: true }),
  bind: ({ ip }) => setting('Bind to the new address', `The key is bound to ${ip}.`, { ip }),
  forgetAddress: () => setting('Forget the address', 'The key is bound to no address.', { ip: '' }),
  addSeat: ({ seats = 0 }) => setting('Add a seat', `The key has ${counted(seats, 'seat')}.`, { seats }),
  releaseDevice: ({ deviceId, deviceName }) => {
    const name = deviceName || `device ${deviceId}`;
    return { label: `Release ${isolated(shortened(name))}`, done: `${isolated(name)} is released.`, scopes: RELEASES };
  },
  extend: ({ expiresAt = 0 }, { at: now, licenseKey }) => {
    const isMonth = expiresAt - (licenseKey.expiresAt ?? 0) <= LICENSE_KEY_FIELDS.expiresAt.movedByDays * DAY_MS;
    const label = isMonth ? 'Extend by a month' : `Extend to ${dayName(expiresAt, now)}`;
    const step = setting(label, `The key expires ${localTime(expiresAt, false, now)}.`, { expiresAt });
    // Who may move the end by so many days may not move it further.
    return isMonth ? step : { ...step, scopes: ['keys:write'] };
  },
};

/** What a step of the API is called, and what it changes. */
export const toStep: ToStep = (step, explained) => STEPS[step.step](step, explained);

/** What speaks for the first step, and what follows from it. */
export function evidenceOf({ at: now, licenseKey, past, nextSteps, seatedDevices = [], freeAt }: ExplainedLog): string {
  const [{ step, deviceId, deviceName, lastSeen = 0 }] = nextSteps;
  const asker = askerOf(past);
  if (step === 'enable' || step === 'activate') return 'The other rules then decide its next check.';
  if (step === 'extend') return `Its end was ${localTime(licenseKey.expiresAt ?? now, false, now)}.`;
  if (step === 'bind')
    return licenseKey.locked
      ? 'Once the address is forgotten, the next check that passes binds the key again.'
      : 'Once the address is forgotten, any address may use the key.';
  const free = freeAt === undefined ? '' : ` The first seat is free ${fromNow(freeAt, now)}.`;
  if (step === 'releaseDevice') {
    const name = isolated(deviceName ?? '') || `device ${deviceId}`;
    const days = -daysBetween(now, lastSeen);
    const seen = days < 2 ? `was last seen ${fromNow(lastSeen, now)}` : `has not been seen for ${counted(days, 'day')}`;
    return `${name} ${seen}. Release it, and ${asker} gets its seat with its next check.${free}`;
  }
  const held = seatedDevices.length > 0 ? 'Offline licenses hold its seats until they expire.' : '';
  return `${held}${free}`.trim();
}
