import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { INCOMPLETE, tooFewRows, tooSlow } from '../platform/errors/errors';
import { ApiErrors } from '../platform/openapi/api-errors';
import { ApiTableFile } from '../platform/openapi/api-table-file';
import { DRY_RUN_RULE } from './dto/transfer-query.dto';
import { ImportRowDto, ImportSummaryDto } from './dto/import-result.dto';
import { CONTENT_TYPES } from '../platform/http/answers/table-file';
import { unsupportedFile } from './formats';
import { malformedFile } from './file-start';

/** Documents an import: `Row` is what a line of NDJSON holds, `example` a CSV file. */
export function ApiImport(Row: Type, example: string): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(Row, ImportRowDto, ImportSummaryDto),
    // Not by `ApiBody`, which knows one schema for all content types.
    ApiOperation({
      requestBody: {
        description: `CSV with the names of the columns in its first line, separated by commas, semicolons or tabs, or one JSON object per line: the fields of ${Row.name}. In CSV, times may be ISO dates too, such as 2027-01-31 or 2027-01-31T12:00:00Z. Any length.`,
        required: true,
        content: {
          [CONTENT_TYPES.csv]: { schema: { type: 'string', example } },
          [CONTENT_TYPES.ndjson]: { schema: { $ref: getSchemaPath(Row) } },
        },
      },
    }),
    ApiResponse({
      status: 200,
      description:
        'One JSON object per line: an ImportRowDto for each row, in their order and once it is on disk, and an ImportSummaryDto at the end. Without that last line, the answer was cut off; `complete: false` there says why the import ended early, also when its API key was revoked.',
      content: {
        [CONTENT_TYPES.ndjson]: {
          schema: { oneOf: [ImportRowDto, ImportSummaryDto].map((model) => ({ $ref: getSchemaPath(model) })) },
        },
      },
    }),
    ApiErrors({
      400: [
        DRY_RUN_RULE.message,
        malformedFile('In the first line, "colour" is no column of this import; there are …'),
        INCOMPLETE,
      ],
      408: [tooSlow(), tooFewRows()],
      415: [unsupportedFile()],
    }),
  );
}

/** Documents an export: `Row` is what a line of NDJSON holds, `example` a CSV file. */
export function ApiExport(Row: Type, example: string): MethodDecorator {
  return ApiTableFile(
    Row,
    example,
    'The whole file, streamed: CSV, or one JSON object a line. It can be imported as it is. It is cut off if the API key is revoked in the meantime.',
  );
}
