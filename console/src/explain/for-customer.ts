import { isolated } from '../text/isolated';
import { dayName } from '../text/times';
import { counted } from '../text/numbers';
import type { ExplainedLog } from './explained-log';

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

type Status = ExplainedLog['status'] | ExplainedLog['past']['status'];

/** One plain sentence for the customer: without colleagues, and without terms of ours. */
export function forCustomer(explained: ExplainedLog, nameOfProduct: (pid: number) => string): string {
  const { past, pass, status, licenseKey } = explained;
  const license = `your license for ${nameOfProduct(licenseKey.product)}`;
  const moment = `On ${MOMENT.format(past.at)}`;
  const device = isolated(past.deviceName ?? '') || 'your program';
  if (past.status === 'AUTHORISED') return `${moment}, ${license} was valid, and ${device} could start.`;
  if (past.status === 'RELEASED') return `${moment}, ${device} gave up its place in ${license}.`;
  const why = reasonFor(past.status, explained, license);
  const then = `${moment}, ${device} was refused because ${why}`;
  if (pass) return `${then}; it works again now.`;
  if (status === past.status || status === 'NOT FOUND') return `${then}, and that is still so.`;
  return `${then}; now it would be refused because ${reasonFor(status, explained, license)}.`;
}

function reasonFor(status: Status, { past, licenseKey }: ExplainedLog, license: string): string {
  const { seats = 0 } = status === past.status ? past.licenseKey : licenseKey;
  const end = (status === past.status ? past.licenseKey : licenseKey).expiresAt;
  const reasons: Partial<Record<Status, string>> = {
    'KEY REPLACED': `it used a former key of ${license}, which has been replaced`,
    'TEST KEY': `${license} is for tests only`,
    'KEY DISABLED': `${license} was disabled`,
    'NOT ACTIVE': `${license} was not active`,
    EXPIRED: end === undefined ? `${license} had expired` : `${license} expired on ${dayName(end)}`,
    'INVALID PRODUCT': `it asked for a product that ${license} is not for`,
    'NOT AUTHORISED': `${license} is bound to an internet address other than ${past.address}`,
    'NOT ENTITLED': `${license} does not contain what the program asked for`,
    'UPDATE NOT COVERED': `its version was released after the updates of ${license} ended`,
    'NO SEAT': `${license} is for ${counted(seats, 'device')} at a time, and all of them were in use`,
  };
  return reasons[status] ?? `${license} was not accepted`;
}
