import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';
import { canonicalRange } from '../../http/address';
import { Omittable } from '../../http/validation';

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
export const EXPIRES_AT_RULE = {
  message: 'expiresAt must be a time in milliseconds since the Unix epoch, as an integer, or 0 for none.',
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

/** A time up to 2^53-1, or 0 for none (decision 017); it may be left out. */
export function IsExpiryRule(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    Omittable(),
    IsInt(EXPIRES_AT_RULE),
    Min(0, EXPIRES_AT_RULE),
    Max(Number.MAX_SAFE_INTEGER, EXPIRES_AT_RULE),
  );
}
