import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsInt, Max, Min } from 'class-validator';
import { PID_MAX } from '../../../catalog/products/api-pid';
import { Omittable } from '../../../platform/validation/validation';
import { MAIL_KINDS, type MailKind } from '../../outbox/mail-kinds';

const MOST_EXCEPTIONS = 1000;
export const ON_RULE = { message: 'isOn must be true or false.' };
export const EXCEPTIONS_RULE = {
  message: `exceptions must be a list of at most ${MOST_EXCEPTIONS} pids, each an integer from 0 to ${PID_MAX} and once.`,
};

/** A kind of mail, and whether it is sent. */
export class MailKindDto {
  /** The kind of mail. @example "expiring" */
  @ApiProperty({ enum: MAIL_KINDS })
  kind: MailKind;

  /** Whether it is sent, for all products but `exceptions`. @example false */
  isOn: boolean;

  /** Pids of the products for which the opposite holds. @example [6] */
  @ApiProperty({ type: 'array', items: { type: 'integer' } })
  exceptions: number[];

  /** Whether that can be changed: what somebody asks for is always sent. @example true */
  canBeSwitched: boolean;

  /** The languages that it comes with. @example ["en", "de"] */
  @ApiProperty({ type: 'array', items: { type: 'string' } })
  languages: string[];

  /** What templates of this kind can name. @example ["key", "product", "vendor"] */
  @ApiProperty({ type: 'array', items: { type: 'string' } })
  names: string[];
}

export class SwitchMailKindDto {
  /** Whether it is sent, for all products but `exceptions`. @example false */
  @IsBoolean(ON_RULE)
  isOn: boolean;

  /** Pids of the products for which the opposite holds; none by default. @example [6] */
  @ApiProperty({ type: 'array', items: { type: 'integer', minimum: 0, maximum: PID_MAX }, maxItems: MOST_EXCEPTIONS })
  @Omittable()
  @IsInt({ each: true, ...EXCEPTIONS_RULE })
  @Min(0, { each: true, ...EXCEPTIONS_RULE })
  @Max(PID_MAX, { each: true, ...EXCEPTIONS_RULE })
  @ArrayUnique(EXCEPTIONS_RULE)
  @ArrayMaxSize(MOST_EXCEPTIONS, EXCEPTIONS_RULE)
  @IsArray(EXCEPTIONS_RULE)
  exceptions?: number[];
}
