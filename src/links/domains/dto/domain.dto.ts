import { answerOf, requestOf } from '../../../platform/fields/bodies';
import { PageLimit, RecordId } from '../../../platform/validation/validation';
import { DOMAIN_FIELDS } from '../domain-fields';

export class DomainDto extends answerOf(DOMAIN_FIELDS) {}

export class CreateDomainDto extends requestOf(DOMAIN_FIELDS, 'create') {}

/** Omitted fields keep their values. */
export class UpdateDomainDto extends requestOf(DOMAIN_FIELDS, 'update') {}

export class ListDomainsDto {
  /** Maximum number of domains, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only domains with a greater record id. @example 100 */
  @RecordId('after must be the id of a domain.')
  after?: number;
}
