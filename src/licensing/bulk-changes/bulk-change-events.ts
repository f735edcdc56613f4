import { OmitType } from '@nestjs/swagger';
import type { EventSource } from '../../platform/events/event-types';
import { BulkChangeDto } from './dto/bulk-change.dto';

/** Without what may name a person: the filter, the new values, the reason. */
class EndedBulkChangeDto extends OmitType(BulkChangeDto, ['change', 'filter', 'reason']) {}

class BulkChangeEventDto {
  /** The bulk change. @example { "id": 3, "state": "done", "processed": 150, "changed": 150, "unchanged": 0, "failed": 0 } */
  bulkChange: EndedBulkChangeDto;
}

export const ENDED = 'bulkChange.ended';

/** Told by `BulkChangeEnds`. */
export const BULK_CHANGE_EVENTS: EventSource = {
  targetType: 'bulkChange',
  types: [{ name: ENDED, when: 'A bulk change is done, was cancelled, or failed.', data: BulkChangeEventDto }],
};
