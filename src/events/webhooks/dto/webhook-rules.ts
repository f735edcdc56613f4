import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import { Omittable, PlainObject } from '../../../platform/validation/validation';
import { PID_MAX } from '../../feed/dto/list-events.dto';
import { KEY_FORMS } from '../webhook.entity';
import { headersProblem, HIDDEN } from '../webhook-headers';

const MOST_TYPES = 100;

export const TYPES_RULE = {
  message: `types must be a list of types of events, each once, such as ["licenseKey.created"], or [] for all.`,
};
export const PID_RULE = { message: `pid must be an integer from 0 to ${PID_MAX}, or null for any product.` };
export const KEYS_RULE = { message: `keys must be one of ${KEY_FORMS.join(', ')}.` };

/** Which types there are, the service asks the register, and names the first that is none. */
export const EventTypeNames = (): PropertyDecorator =>
  applyDecorators(
    Omittable(),
    IsString({ each: true, ...TYPES_RULE }),
    ArrayUnique(TYPES_RULE),
    ArrayMaxSize(MOST_TYPES, TYPES_RULE),
    IsArray(TYPES_RULE),
  );

export const OneProduct = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 0, maximum: PID_MAX, nullable: true }),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    IsInt(PID_RULE),
    Min(0, PID_RULE),
    Max(PID_MAX, PID_RULE),
  );

export const KeyForms = (): PropertyDecorator =>
  applyDecorators(ApiProperty({ enum: KEY_FORMS }), Omittable(), IsIn(KEY_FORMS, KEYS_RULE));

export const HEADERS_SCHEMA = {
  type: 'object',
  maxProperties: 10,
  additionalProperties: { type: 'string', maxLength: 1000 },
} as const;

export const OwnHeaders = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ ...HEADERS_SCHEMA, example: { Authorization: 'Bearer 7fK2' } }),
    Omittable(),
    PlainObject(),
    ValidateBy(
      { name: 'isHeaders', validator: { validate: (value) => headersProblem(value) === undefined } },
      { message: ({ value }: ValidationArguments) => headersProblem(value) ?? '' },
    ),
  );

export const HIDDEN_EXAMPLE = { Authorization: HIDDEN };
