import type { LoggedCheckDto } from '../api/schema';

/** Labels that a check is logged with when it is refused, in the order in which they are decided; what each means. */
export const REFUSALS = {
  'TEST KEY': 'the key is a test key',
  'KEY DISABLED': 'the key was disabled',
  'NOT ACTIVE': 'the key was inactive',
  EXPIRED: 'the key had expired',
  'INVALID PRODUCT': 'the key is for another product',
  'NOT AUTHORISED': 'the key is bound to another address',
  'UPDATE NOT COVERED': 'the version was released after the updates of the key ended',
  'NOT ENTITLED': 'the key did not contain what was asked for',
  'NO SEAT': 'all seats were taken',
  'KEY REPLACED': 'the key was replaced by a new one',
} satisfies Partial<Record<LoggedCheckDto['status'], string>>;

export const PASSED = 'AUTHORISED';
/** A device gave its seat back: neither passed nor refused. */
export const RELEASED = 'RELEASED';
