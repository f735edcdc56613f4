import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

const DEVICE_LENGTH = 191;
/** Without control characters or halves of a character. */
const DEVICE = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${DEVICE_LENGTH}}$`, 'u');
export const DEVICE_RULE = {
  message: `device must be text of 1 to ${DEVICE_LENGTH} characters, without control characters.`,
};

/** The text by which a client names its device. */
export function IsDevice(): PropertyDecorator {
  return applyDecorators(ApiProperty({ minLength: 1, maxLength: DEVICE_LENGTH }), Matches(DEVICE, DEVICE_RULE));
}
