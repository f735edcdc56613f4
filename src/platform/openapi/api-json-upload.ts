import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { INCOMPLETE, tooSlow, unsupportedMediaType, uploadTooLarge } from '../errors/errors';
import { ApiErrors } from './api-errors';

export function ApiJsonUpload(models: readonly Type[], bytes: number, mistakes: readonly string[]): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(...models),
    ApiBody({ schema: { oneOf: models.map((model) => ({ $ref: getSchemaPath(model) })) } }),
    ApiErrors({
      400: [...mistakes, INCOMPLETE],
      408: [tooSlow()],
      413: [uploadTooLarge(bytes)],
      415: [unsupportedMediaType()],
    }),
  );
}
