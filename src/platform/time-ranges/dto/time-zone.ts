import { applyDecorators } from '@nestjs/common';
import { MaxLength, ValidateBy } from 'class-validator';
import { Omittable } from '../../validation/validation';
import { isTimeZone } from '../local-days';

export const ZONE_RULE = { message: 'tz must be the name of a time zone, such as Europe/Berlin.' };

const validate = (value: unknown): boolean => typeof value === 'string' && value.length <= 64 && isTimeZone(value);

/** An optional name of a time zone. */
export function TimeZone(): PropertyDecorator {
  return applyDecorators(
    Omittable(),
    MaxLength(64, ZONE_RULE),
    ValidateBy({ name: 'isTimeZone', validator: { validate } }, ZONE_RULE),
  );
}
