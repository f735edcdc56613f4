import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsString, Length } from 'class-validator';
import { ListOrder } from '../../../platform/validation/order';
import { Omittable, PageLimit, WholeNumberField } from '../../../platform/validation/validation';

export const WAIT_MAX_S = 25;
export const WAIT_RULE = { message: `wait must be a number of seconds from 0 to ${WAIT_MAX_S}.` };
export const PID_MAX = 2_147_483_647;
const TYPES_RULE = { message: 'types must be names of events, repeated or with commas between them.' };
const UID_RULE = { message: 'uid must be text of 1 to 191 characters.' };
const BEFORE_RULE = { message: 'before must be the position of an event.' };
const KEYS = ['short', 'full'] as const;

/** Which events, and where to go on. */
export class ListEventsDto {
  /** Only events behind this position: that of the last event you have handled. From the first that is kept if left out. @example 4711 */
  @WholeNumberField(0, { message: 'after must be the position of an event, or 0.' })
  after?: number;

  /** `newest` lists what has happened so far, the newest first, for people who look; without it, events ascend, for programs that follow. @example "newest" */
  @ListOrder(['newest'])
  order?: 'newest';

  /** With `order=newest`: only events before this position, as in the `Link` header. @example 4711 */
  @WholeNumberField(1, BEFORE_RULE)
  before?: number;

  /** Only events of these types, repeated or with commas between them; all if left out. @example "licenseKey.created,licenseKey.disabled" */
  @ApiProperty({ type: 'string' })
  @Omittable()
  @Transform(({ value }: { value: unknown }) =>
    value === undefined
      ? value
      : [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : [part])),
  )
  @IsString({ ...TYPES_RULE, each: true })
  types?: string[];

  /** Only events about this product. @example 6 */
  @WholeNumberField(0, { message: `pid must be an integer from 0 to ${PID_MAX}.` }, PID_MAX)
  pid?: number;

  /** Only events about this customer, exactly. @example "customer-17" */
  @Omittable()
  @IsString(UID_RULE)
  @Length(1, 191, UID_RULE)
  uid?: string;

  /** `full` shows license keys whole; this needs the scope `keys:read` too. @example "short" */
  @ApiProperty({ enum: KEYS })
  @Omittable()
  @IsIn(KEYS, { message: 'keys must be short or full.' })
  keys?: (typeof KEYS)[number];

  /** At most this many events, 1 to 1000; 100 if left out. @example 100 */
  @PageLimit()
  limit?: number;

  /** How many seconds to wait for an event if there is none yet, 0 to 25; 0 if left out. @example 25 */
  @WholeNumberField(0, WAIT_RULE, WAIT_MAX_S)
  wait?: number;
}
