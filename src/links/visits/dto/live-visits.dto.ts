import { ApiProperty } from '@nestjs/swagger';
import { OfDomainDto } from '../../dto/of-domain.dto';
import { WholeNumberField } from '../../../platform/validation/validation';

export const WAIT_MAX_S = 25;
export const WAIT_RULE = { message: `wait must be a number of seconds from 0 to ${WAIT_MAX_S}.` };
export const AFTER_RULE = { message: 'after must be a position that an answer before led to.' };

export class LiveVisitsDto extends OfDomainDto {
  /** The position that the `Link` header of the answer before led to. Left out: all that is there. @example 4711 */
  @WholeNumberField(0, AFTER_RULE)
  after?: number;

  /** How many seconds to wait for a visit if there is none, 0 to 25; 0 if left out. @example 25 */
  @WholeNumberField(0, WAIT_RULE, WAIT_MAX_S)
  wait?: number;
}

/** What isn't known of a visit is left out. */
export class LiveVisitDto {
  /** Stands for the visit as long as it is shown. @example "4711-0" */
  id: string;

  /** Milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** Whether a person or a program followed the link; of programs, nothing else is known. @example "person" */
  @ApiProperty({ enum: ['person', 'bot'] })
  visitor: 'person' | 'bot';

  /** The host of the page before. @example "example.org" */
  referrer?: string;

  /** As ISO 3166-1 has it, two letters. @example "DE" */
  country?: string;

  /** `desktop`, `mobile`, `tablet`, or another kind. @example "mobile" */
  device?: string;

  /** Operating system. @example "iOS" */
  os?: string;

  /** @example "Safari" */
  browser?: string;

  /** The language that the browser prefers, two or three letters. @example "de" */
  language?: string;

  /** `utm_source` of the short address. @example "news" */
  source?: string;

  /** `utm_medium` of the short address. @example "mail" */
  medium?: string;

  /** `utm_campaign` of the short address. @example "spring" */
  campaign?: string;

  /** `qr` by a QR code of the service, else `click`. @example "qr" */
  entry?: string;

  /** The domain of the link. @example "go.example.com" */
  domain?: string;
}
