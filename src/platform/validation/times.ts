import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { isSeconds, isTime, readTime, secondsProblem } from './read-time';
import { Omittable, WholeNumberField } from './validation';

export const TEXT_EXAMPLES = 'an ISO date such as "2027-01-31" (that day begins, UTC) or "2027-01-31T12:00:00Z"';

export const EXPIRES_AT_RULE = {
  message: `expiresAt must be a time from 2001 on, in milliseconds since the Unix epoch or as ${TEXT_EXAMPLES}, or 0 for none.`,
};

/** A time in bodies, as it is documented. @param minimum 0 where that means none */
export const timeSchema = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) => ({
  oneOf: [
    { type: 'integer', minimum, maximum },
    { type: 'string', minLength: 10, description: `An ISO date or time: ${TEXT_EXAMPLES}.` },
  ],
});

/** A time up to 2^53-1, past ones too, or 0 for none (decisions 017 and 019); it may be left out. */
export function IsExpiryRule(): PropertyDecorator {
  return applyDecorators(
    ApiProperty(timeSchema(0)),
    TimeFromText(),
    Omittable(),
    ValidateBy(
      { name: 'isExpiry', validator: { validate: (value) => value === 0 || isTime(value) } },
      { message: timeMessage(EXPIRES_AT_RULE.message) },
    ),
  );
}

/** In bodies: an ISO date becomes milliseconds; any other text stays, for the validators to refuse. */
export function TimeFromText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (readTime(value) ?? value) : value));
}

/** What a field is refused with: where seconds were sent, what to send instead, else the rule. */
export function timeMessage(rule: string) {
  return ({ property, value }: ValidationArguments): string => secondsProblem(property, value) ?? rule;
}

/** What a time is refused with. */
export const timeRule = (field: string): string => `${field} must be a time in milliseconds since the Unix epoch.`;

/** A time to compare with, in milliseconds, which may be left out. Any may be meant but what are seconds. */
export function Time(field: string): PropertyDecorator {
  const message = timeMessage(timeRule(field));
  return applyDecorators(
    WholeNumberField(0, { message: timeRule(field) }),
    ValidateBy({ name: 'isNotSeconds', validator: { validate: (value) => !isSeconds(value) } }, { message }),
  );
}

/** A time of an import's row, in milliseconds once its file was read, or 0 for none; it may be left out. */
export function IsImportedTime(field: string, maximum = Number.MAX_SAFE_INTEGER): PropertyDecorator {
  const message = `${field} must be a time in milliseconds since the Unix epoch, an integer up to ${maximum}, or ${TEXT_EXAMPLES}.`;
  const isValid = (value: unknown): boolean =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maximum;
  return applyDecorators(
    ApiProperty(timeSchema(0, maximum)),
    Omittable(),
    // Stands for the rules of a field that the row has in common with a creation.
    ValidateBy({ name: 'isImportedTime', validator: { validate: isValid } }, { message }),
  );
}
