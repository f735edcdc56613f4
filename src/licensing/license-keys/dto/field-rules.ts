import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Matches, Max, Min, ValidateBy } from 'class-validator';
import { canonicalRange } from '../../../platform/addresses/address';
import { WholeNumberField } from '../../../platform/validation/validation';
import {
  LEASE_MAX,
  LEASE_MIN,
  LEASE_RULE,
  NEW_LEASE_RULE,
  NEW_SEATS_RULE,
  PID_MAX,
  PID_RULE,
  PID_SCHEMA,
  SEATS_MAX,
  SEATS_RULE,
  UID_LENGTH,
  UID_RULE,
} from '../license-key-limits';

/** Not only spaces, without control characters or halves of a character. */
const UID = new RegExp(`^(?=.*\\S)[^\\p{Cc}\\p{Cs}]{1,${UID_LENGTH}}$`, 'u');

const IP_MESSAGE = 'ip must be one IPv4 or IPv6 address, a CIDR range, or "" for any address.';

export const KEY_PREFIX_RULE = {
  message: 'keyPrefix must be 1 to 191 printable ASCII characters without spaces.',
};

export const flagRule = (field: string) => ({ message: `${field} must be true or false.` });

/** The id of a user. */
export function IsUid(): PropertyDecorator {
  return applyDecorators(ApiProperty({ minLength: 1, maxLength: UID_LENGTH }), Matches(UID, UID_RULE));
}

/** What the id of a user begins with: only spaces may be its beginning, too. */
const UID_PREFIX = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${UID_LENGTH}}$`, 'u');

const UID_PREFIX_RULE = { message: UID_RULE.message.replace('uid', 'uidPrefix') };

/** What the id of a user begins with. */
export function IsUidPrefix(): PropertyDecorator {
  return applyDecorators(ApiProperty({ minLength: 1, maxLength: UID_LENGTH }), Matches(UID_PREFIX, UID_PREFIX_RULE));
}

/** The id of a product, in a body. */
export function IsPid(): PropertyDecorator {
  return applyDecorators(ApiProperty(PID_SCHEMA), IsInt(PID_RULE), Min(0, PID_RULE), Max(PID_MAX, PID_RULE));
}

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

/** For creations: how many devices a license key is for; it may be left out. */
export function IsNewSeats(): PropertyDecorator {
  return WholeNumberField(1, NEW_SEATS_RULE, SEATS_MAX);
}

/** For creations: for how many seconds a device keeps its seat without being seen; it may be left out. */
export function IsNewLease(): PropertyDecorator {
  return WholeNumberField(LEASE_MIN, NEW_LEASE_RULE, LEASE_MAX);
}

/** For bodies: how many devices a license key is for, or 0 for no limit; it may be left out. */
export function IsSeats(): PropertyDecorator {
  return WholeNumberField(0, SEATS_RULE, SEATS_MAX);
}

/** For bodies: for how many seconds a device keeps its seat without being seen, or 0 for none; it may be left out. */
export function IsLease(): PropertyDecorator {
  return applyDecorators(
    WholeNumberField(0, LEASE_RULE, LEASE_MAX),
    ValidateBy(
      { name: 'isLease', validator: { validate: (value) => value === 0 || Number(value) >= LEASE_MIN } },
      LEASE_RULE,
    ),
  );
}
