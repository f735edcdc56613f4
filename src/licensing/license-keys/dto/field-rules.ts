import { ValidateBy } from 'class-validator';
import { canonicalRange } from '../../../platform/addresses/address';

/** Largest product id (decisions, section 3). */
export const PID_MAX = 2147483647;
/** 1 to 191 characters, not only spaces, without control characters or halves of a character. */
export const UID = /^(?=.*\S)[^\p{Cc}\p{Cs}]{1,191}$/u;

export const UID_RULE = { message: 'uid must be text of 1 to 191 characters, without control characters.' };
export const PID_RULE = { message: `pid must be an integer from 0 to ${PID_MAX}.` };
const IP_MESSAGE = 'ip must be one IPv4 or IPv6 address, a CIDR range, or "" for any address.';

export const KEY_PREFIX_RULE = {
  message: 'keyPrefix must be 1 to 191 printable ASCII characters without spaces.',
};

export const timeRule = (field: string) => `${field} must be a time in milliseconds since the Unix epoch.`;
export const flagRule = (field: string) => ({ message: `${field} must be true or false.` });

/** An address, a CIDR range or the empty text. */
export function IsIpRule(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isIpRule',
      validator: {
        validate: (value) => value === '' || (typeof value === 'string' && canonicalRange(value) !== undefined),
      },
    },
    { message: IP_MESSAGE },
  );
}
