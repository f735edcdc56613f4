import { IsInt, Matches, Max, Min } from 'class-validator';
import { Omittable } from '../../../platform/validation/validation';
import { NONCE, NONCE_RULE } from '../../../signing/nonce';
import { KEY } from '../../license-keys/key-reference';
import { PID_MAX, PID_RULE } from '../../license-keys/license-key-limits';
import { IsDevice } from './field-rules';

const KEY_RULE = { message: 'key must be a license key.' };

/** What is in a request code. */
export class RequestCodeDto {
  /** The license key itself. */
  @Matches(KEY, KEY_RULE)
  key: string;

  /** The product that the program is. */
  @Omittable()
  @IsInt(PID_RULE)
  @Min(0, PID_RULE)
  @Max(PID_MAX, PID_RULE)
  product?: number;

  /** The device that asks. */
  @Omittable()
  @IsDevice()
  device?: string;

  /** The client's own, so that it takes the answer to no other request. */
  @Matches(NONCE, NONCE_RULE)
  nonce: string;
}
