import { applyDecorators } from '@nestjs/common';
import { IsNotEmpty, IsString } from 'class-validator';

export const URL_TEXT_RULE = { message: 'url must be text.' };
export const NAME_TEXT_RULE = { message: 'name must be text.' };
export const DOMAIN_TEXT_RULE = { message: 'domain must be text.' };

/** The text is part of the contract. */
export const MISSING = { message: 'Body fields not passed, name and url are required.' };

/** `requireLinkNameKey` checks its format. */
export const NeededName = (): PropertyDecorator => applyDecorators(IsNotEmpty(MISSING), IsString(NAME_TEXT_RULE));

/** `checkLinkUrl` checks its format. */
export const NeededUrl = (missing = MISSING): PropertyDecorator =>
  applyDecorators(IsNotEmpty(missing), IsString(URL_TEXT_RULE));
