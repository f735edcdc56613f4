import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';

/** The schema of a body that is like one model or another, of which one may have all of the other's fields; `@ApiExtraModels` has to name them too. */
export function anyOf(...models: Type[]): { anyOf: { $ref: string }[] } {
  return { anyOf: models.map((model) => ({ $ref: getSchemaPath(model) })) };
}
