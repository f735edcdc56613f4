import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { CONTENT_TYPES } from '../http/answers/table-file';
import { FORMAT_RULE } from '../validation/table-file.dto';
import { ApiErrors } from './api-errors';

/** Documents a downloadable table: `Row` is a line of NDJSON, `example` a CSV file. */
export function ApiTableFile(Row: Type, example: string, description: string): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(Row),
    ApiResponse({
      status: 200,
      description,
      content: {
        [CONTENT_TYPES.csv]: { schema: { type: 'string', example } },
        [CONTENT_TYPES.ndjson]: { schema: { $ref: getSchemaPath(Row) } },
      },
    }),
    ApiErrors({ 400: [FORMAT_RULE.message] }),
  );
}
