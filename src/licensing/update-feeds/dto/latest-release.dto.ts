import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsIn, ValidateBy } from 'class-validator';
import { ReleaseFilter } from '../../../catalog/releases/dto/release.dto';
import { RELEASE_FIELDS } from '../../../catalog/releases/release-fields';
import { isAcceptable, ruleOf } from '../../../platform/fields/rules';
import { Omittable } from '../../../platform/validation/validation';
import { FORMATS, type FormatName } from '../manifests';

const FORMAT_NAMES = Object.keys(FORMATS);

export const FORMAT_RULE = { message: `format must be one of ${FORMAT_NAMES.join(', ')}.` };
export const VERSION_RULE = { message: ruleOf('version', RELEASE_FIELDS.version, 'create') };

/** Which releases an updater wants. */
export class ReleaseQueryDto {
  /** A channel whose releases are told too, besides those of `stable`. @example "beta" */
  @ReleaseFilter('channel')
  channel?: string;

  /** A platform whose files are told too, besides those for `any`. @example "darwin-aarch64" */
  @ReleaseFilter('platform')
  platform?: string;
}

export class LatestReleaseQueryDto extends ReleaseQueryDto {
  /** Which updater asks: the form of the answer. @example "tauri" */
  @ApiProperty({ enum: FORMAT_NAMES })
  @IsIn(FORMAT_NAMES, FORMAT_RULE)
  format: FormatName;

  /** The present version of the program: only a newer one is told. Any is without it. @example "2.0.0" */
  @ApiProperty({ maxLength: RELEASE_FIELDS.version.maximum })
  @Omittable()
  @ValidateBy(
    {
      name: 'isVersion',
      validator: { validate: (value) => isAcceptable(RELEASE_FIELDS.version, 'create', value) },
    },
    VERSION_RULE,
  )
  version?: string;

  /** With an API key: the license key or its record id. Ignored if `Authorization` presents the license key. @example "1" */
  // The controller reads it.
  @Allow()
  id?: string;
}

export class SquirrelReleasesQueryDto extends ReleaseQueryDto {
  /** The license key, for programs that can't send the header `Authorization`. With an API key, its record id too. @example "KEY-7f3a" */
  // The controller reads it.
  @Allow()
  key?: string;

  /** The name of the package. Squirrel sends it; it is ignored. @example "App" */
  @Allow()
  id?: string;

  /** The present version of the program. Squirrel sends it; it is ignored. @example "2.0.0" */
  @Allow()
  localVersion?: string;

  /** The kind of processor. Squirrel sends it; it is ignored. @example "amd64" */
  @Allow()
  arch?: string;
}

export class TauriUpdateDto {
  /** The version, as Semantic Versioning writes it. @example "2.1.0" */
  version: string;

  /** Where the file is. @example "https://downloads.example.com/app-2.1.0.tar.gz" */
  url: string;

  /** The signature of the file. @example "dW50cnVzdGVkIGNvbW1lbnQ6IHNpZ25hdHVyZQ==" */
  signature: string;

  /** What is new. @example "Exports are twice as fast." */
  notes?: string;

  /** When it was released: RFC 3339. @example "2026-01-01T00:00:00Z" */
  pub_date: string;
}

export class SquirrelUpdateDto {
  /** Where the file is. @example "https://downloads.example.com/app-2.1.0.zip" */
  url: string;

  /** The version. @example "2.1.0" */
  name: string;

  /** What is new. @example "Exports are twice as fast." */
  notes?: string;

  /** When it was released: ISO 8601. @example "2026-01-01T00:00:00Z" */
  pub_date: string;
}

export class WordPressUpdateDto {
  /** The version, for `update_plugins_{hostname}`. @example "2.1.0" */
  version: string;

  /** The same, for the transient `update_plugins`. @example "2.1.0" */
  new_version: string;

  /** Where the file is. @example "https://downloads.example.com/app-2.1.0.zip" */
  url: string;

  /** The same: what WordPress installs. @example "https://downloads.example.com/app-2.1.0.zip" */
  package: string;

  /** When it was released: ISO 8601. @example "2026-01-01T00:00:00Z" */
  last_updated: string;

  /** What is new, as `changelog` in HTML. @example { "changelog": "Exports are twice as fast." } */
  sections?: object;
}
