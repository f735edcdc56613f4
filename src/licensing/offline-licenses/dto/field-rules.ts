import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { DEVICE_RULE, DEVICE_TEXT } from '../../devices/device-text';
import { DEVICE_LENGTH } from '../../devices/device.entity';

export function IsDevice(): PropertyDecorator {
  return applyDecorators(ApiProperty({ minLength: 1, maxLength: DEVICE_LENGTH }), Matches(DEVICE_TEXT, DEVICE_RULE));
}
