import { OmitType } from '@nestjs/swagger';
import type { EventSource } from '../platform/events/event-types';
import { ImportSummaryDto } from './dto/import-result.dto';

class EndedImportDto extends OmitType(ImportSummaryDto, ['dryRun']) {
  /** What was imported. @example "license key" */
  record: string;
}

class ImportEventDto {
  /** The summary of the import. @example { "record": "license key", "complete": true, "rows": 1000, "created": 998, "unchanged": 1, "invalid": 1, "conflict": 0 } */
  import: EndedImportDto;
}

export const ENDED = 'import.ended';

/** Told by `TransferService`. */
export const IMPORT_EVENTS: EventSource = {
  targetType: 'import',
  types: [
    {
      name: ENDED,
      when: 'An import has ended, whole or in part; not of a dry run, and not if the service died in the middle.',
      data: ImportEventDto,
    },
  ],
};
