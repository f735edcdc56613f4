import { applyDecorators } from '@nestjs/common';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, ValidateBy } from 'class-validator';
import { UNREADABLE } from '../../../platform/validation/readable-text';
import { isTime } from '../../../platform/validation/read-time';
import { TEXT_EXAMPLES } from '../../../platform/validation/read-time';
import { TimeFromText, timeMessage } from '../../../platform/validation/times';
import { SCOPES } from '../../scopes/scope-names';
import { GRACE_MAX } from '../grace';

/** Visible characters only, since the audit shows the name. */
export const NAME = new RegExp(`^(?=.*\\S)[^${UNREADABLE}]{1,191}$`, 'u');
export const NAME_RULE = {
  message: 'name must be text of 1 to 191 characters, without control or invisible characters.',
};
export const SCOPES_RULE = { message: `scopes must be a list of one or more of ${SCOPES.join(', ')}, each once.` };
export const EXPIRES_AT_RULE = {
  message: `expiresAt must be a time in the future, in milliseconds since the Unix epoch or as ${TEXT_EXAMPLES}.`,
};

export const GRACE_RULE = { message: `graceSeconds must be an integer from 0 to ${GRACE_MAX}.` };

export const IsScopes = (): PropertyDecorator =>
  applyDecorators(
    IsIn(SCOPES, { each: true, ...SCOPES_RULE }),
    ArrayUnique(SCOPES_RULE),
    ArrayNotEmpty(SCOPES_RULE),
    IsArray(SCOPES_RULE),
  );

export const IsFutureTime = (): PropertyDecorator =>
  applyDecorators(
    TimeFromText(),
    ValidateBy(
      { name: 'isFutureTime', validator: { validate: (value) => isTime(value) && value > Date.now() } },
      { message: timeMessage(EXPIRES_AT_RULE.message) },
    ),
  );
