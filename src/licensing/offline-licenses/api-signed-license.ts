import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { QR_CONTENT_TYPES } from '../../platform/qr-codes/qr-code';
import { NOT_READY, NOT_SET_UP } from '../../signing/token-signer';
import { DEVICE_RULE } from '../devices/device-text';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { noSeatLeft } from '../seats/seat-holds';
import { LicenseDto } from './dto/license.dto';
import { FORMAT_RULE, type LicenseFormat, SIZE_MESSAGE } from './dto/license-query.dto';
import { DAYS_RULE, SignLicenseDto } from './dto/sign-license.dto';
import {
  DEVICE_TWICE,
  KEY_DISABLED,
  KEY_EXPIRED,
  KEY_NOT_ACTIVE,
  TEST_KEY,
  OTHER_KEY,
  otherProduct,
  tooLong,
} from './offline-licenses.service';
import { REQUEST_RULE } from './request-code';

export const LICENSE_CONTENT_TYPES: Readonly<Record<LicenseFormat, string>> = {
  json: 'application/json',
  ...QR_CONTENT_TYPES,
  file: 'text/plain',
};

export function ApiSignedLicense(): MethodDecorator {
  return applyDecorators(
    ApiBody({
      // The body has a device or a request code, never both.
      schema: { allOf: [{ $ref: getSchemaPath(SignLicenseDto) }], example: { device: 'anna-laptop', days: 90 } },
    }),
    ApiResponse({
      status: 201,
      description: 'The license.',
      content: {
        [LICENSE_CONTENT_TYPES.json]: { schema: { $ref: getSchemaPath(LicenseDto) } },
        [LICENSE_CONTENT_TYPES.svg]: { schema: { type: 'string' } },
        [LICENSE_CONTENT_TYPES.png]: { schema: { type: 'string', format: 'binary' } },
        [LICENSE_CONTENT_TYPES.file]: { schema: { type: 'string' } },
      },
    }),
    ApiBodyErrors(
      DEVICE_RULE.message,
      DAYS_RULE.message,
      REQUEST_RULE,
      DEVICE_TWICE,
      OTHER_KEY,
      otherProduct(7, 6),
      tooLong(700),
      FORMAT_RULE.message,
      SIZE_MESSAGE,
      MALFORMED_PATH,
    ),
    ApiErrors({
      404: [LICENSE_KEY_NOT_FOUND],
      409: [TEST_KEY, KEY_DISABLED, KEY_NOT_ACTIVE, KEY_EXPIRED, noSeatLeft(3), NOT_SET_UP, NOT_READY],
    }),
  );
}
