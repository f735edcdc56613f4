import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';
import { isLine } from '../../platform/validation/readable-text';

const LONGEST = 200;

const PASSWORD_RULE = {
  message: `password must be text of 1 to ${LONGEST} characters, without control characters, or null for none.`,
};

/** Normalized for comparison; undefined if it can't be a password. */
export function readPassword(typed: unknown): string | undefined {
  // A character takes at most two units; skips normalizing what is far too long.
  if (typeof typed !== 'string' || typed.length > 4 * LONGEST) return undefined;
  const text = typed.normalize('NFC');
  return isLine(text, LONGEST) ? text : undefined;
}

/** A password in a request; never part of an answer. */
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
