import { ApiProperty } from '@nestjs/swagger';
import { DELIVERY_STATES, type DeliveryState } from '../delivery-states';

/** One attempt to send an event. */
export class AttemptDto {
  /** When it began, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** How long it took. @example 182 */
  @ApiProperty({ type: 'integer' })
  milliseconds: number;

  /** Status of the answer; absent when none came. @example 500 */
  @ApiProperty({ type: 'integer' })
  status?: number;

  /** What went wrong, or was left out; absent when there is nothing to say. @example "The certificate has expired." */
  note?: string;

  /** The beginning of the answer, up to 2048 bytes; absent when it was empty. @example "Internal Server Error" */
  answer?: string;
}

/** An event on its way to a webhook. */
export class DeliveryDto {
  /** Record id. @example 815 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** Record id of the webhook. @example 1 */
  @ApiProperty({ type: 'integer' })
  webhook: number;

  /** Id of the event, sent as `webhook-id`. @example "evt_2mYd0PqX7sV1nR4kTz8J" */
  event: string;

  /** Position of the event in the feed; absent for a test. @example 4711 */
  @ApiProperty({ type: 'integer' })
  position?: number;

  /** Type of the event. @example "licenseKey.disabled" */
  type: string;

  /** When it was put on its way, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /** Whether it waits for its next try, has arrived, or was given up. @example "pending" */
  @ApiProperty({ enum: DELIVERY_STATES })
  state: DeliveryState;

  /** When it is sent next, in milliseconds since the Unix epoch; absent once it has ended. @example 1767225900000 */
  @ApiProperty({ type: 'integer' })
  dueAt?: number;

  /** When it arrived or was given up, in milliseconds since the Unix epoch; absent before. @example 1767225600182 */
  @ApiProperty({ type: 'integer' })
  endedAt?: number;

  /**
   * Its attempts, the newest last: all of them, also those before it was sent again.
   * @example [{ "at": 1767225600000, "milliseconds": 182, "status": 200 }]
   */
  attempts: AttemptDto[];
}
