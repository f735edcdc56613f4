import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';

/** A schema for bodies that may match several models. Also list them in `@ApiExtraModels`. */
export function anyOf(...models: Type[]): { anyOf: { $ref: string }[] } {
  return { anyOf: models.map((model) => ({ $ref: getSchemaPath(model) })) };
}
