import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { answerOf, requestOf } from '../../../platform/fields/bodies';
import { isAcceptable, ruleOf } from '../../../platform/fields/rules';
import { SearchText } from '../../../platform/search-index/search-text';
import { Omittable, PageLimit, RecordId } from '../../../platform/validation/validation';
import { RELEASE_FIELDS } from '../release-fields';

export class ProductReleaseDto extends answerOf(RELEASE_FIELDS) {}

export class CreateReleaseDto extends requestOf(RELEASE_FIELDS, 'create') {}

/** Omitted fields keep their values. */
export class UpdateReleaseDto extends requestOf(RELEASE_FIELDS, 'update') {}

/** A filter by a field of releases; also for requests about one. */
export function ReleaseFilter(name: 'channel' | 'platform'): PropertyDecorator {
  const field = RELEASE_FIELDS[name];
  const validate = ValidateBy(
    { name: 'isCode', validator: { validate: (value) => isAcceptable(field, 'create', value) } },
    { message: ruleOf(name, field, 'create') },
  );
  return (target, property) => {
    for (const decorate of [ApiProperty({ maxLength: field.maximum }), Omittable(), validate])
      decorate(target, property);
  };
}

export class ListReleasesDto {
  /** Maximum number of releases, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only releases behind this one in the list: those with a smaller record id. @example 100 */
  @RecordId('after must be the id of a release.')
  after?: number;

  /** Only releases of this channel. @example "stable" */
  @ReleaseFilter('channel')
  channel?: string;

  /** Only releases for this platform. @example "any" */
  @ReleaseFilter('platform')
  platform?: string;
}

export class FindReleasesDto {
  /**
   * Only releases that have each of these words, or a word that begins with it, in any case and without accents: in the
   * version or the name of the product. `4.2` finds the versions that begin so.
   * @example "4.2"
   */
  @SearchText()
  q?: string;

  /** Maximum number of releases, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only releases behind this one in the list: those with a smaller record id. @example 100 */
  @RecordId('after must be the id of a release.')
  after?: number;
}
