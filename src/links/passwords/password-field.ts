import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';
import { isLine } from '../../platform/validation/readable-text';

const LONGEST = 200;

export const PASSWORD_RULE = {
  message: `password must be text of 1 to ${LONGEST} characters, without control characters, or null for none.`,
};

/** In the one form in which passwords are compared; undefined for what none can be. */
export function readPassword(typed: unknown): string | undefined {
  // A character takes two units at most; what is far too long isn't worth the work.
  if (typeof typed !== 'string' || typed.length > 4 * LONGEST) return undefined;
  const text = typed.normalize('NFC');
  return isLine(text, LONGEST) ? text : undefined;
}

/** A password in a request. No answer has it. */
export const PasswordField = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      nullable: true,
      minLength: 1,
      maxLength: LONGEST,
      writeOnly: true,
      required: false,
    }),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    ValidateBy(
      { name: 'isPassword', validator: { validate: (value) => readPassword(value) !== undefined } },
      PASSWORD_RULE,
    ),
  );
