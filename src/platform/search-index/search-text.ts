import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { isString, ValidateBy } from 'class-validator';
import { Omittable } from '../validation/validation';
import { MOST_TERMS, QUERY_LENGTH, termsOf } from './word-query';

const TEXT = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${QUERY_LENGTH}}$`, 'u');
const Q_RULE = `q must be text of 1 to ${QUERY_LENGTH} characters, with at most ${MOST_TERMS} words and without control characters.`;
const Q_WORD_RULE = 'q must have a letter or a digit: other characters are not searched for.';
export const Q_RULES = [Q_RULE, Q_WORD_RULE];

/** The text of a search. */
export function SearchText(isNeeded = false): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ minLength: 1, maxLength: QUERY_LENGTH, required: isNeeded }),
    ...(isNeeded ? [] : [Omittable()]),
    ValidateBy({ name: 'searchText', validator: { validate: isSearchText, defaultMessage: () => Q_RULE } }),
    ValidateBy({ name: 'searchWord', validator: { validate: hasWord, defaultMessage: () => Q_WORD_RULE } }),
  );
}

/** True of what is refused for something else. */
function hasWord(value: unknown): boolean {
  return !isSearchText(value) || termsOf(value).length > 0;
}

/** Text first: words are only made of what is short. */
function isSearchText(value: unknown): value is string {
  return isString(value) && TEXT.test(value) && termsOf(value).length <= MOST_TERMS;
}
