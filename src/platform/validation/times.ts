import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { isSeconds, readTime, secondsProblem, TEXT_EXAMPLES } from './read-time';
import { WholeNumberField } from './validation';

/** Documents a time in bodies. @param minimum 0 where 0 means none */
export const timeSchema = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) => ({
  oneOf: [
    { type: 'integer', minimum, maximum },
    { type: 'string', minLength: 10, description: `An ISO date or time: ${TEXT_EXAMPLES}.` },
  ],
});

/** In bodies: turns an ISO date into milliseconds. Validators refuse other text. */
export function TimeFromText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (readTime(value) ?? value) : value));
}

export function timeMessage(rule: string) {
  return ({ property, value }: ValidationArguments): string => secondsProblem(property, value) ?? rule;
}

export const timeRule = (field: string): string => `${field} must be a time in milliseconds since the Unix epoch.`;

/** An optional time to compare with, in milliseconds. Refuses seconds. */
export function Time(field: string): PropertyDecorator {
  const message = timeMessage(timeRule(field));
  return applyDecorators(
    WholeNumberField(0, { message: timeRule(field) }),
    ValidateBy({ name: 'isNotSeconds', validator: { validate: (value) => !isSeconds(value) } }, { message }),
  );
}
