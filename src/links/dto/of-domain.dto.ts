import { IsString } from 'class-validator';
import { Omittable } from '../../platform/validation/validation';
import { DOMAIN_TEXT_RULE } from './field-rules';

export class OfDomainDto {
  /** The domain of the link; the service's own address by default. @example "go.example.com" */
  @Omittable()
  @IsString(DOMAIN_TEXT_RULE)
  domain?: string;
}
