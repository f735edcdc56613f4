import { recordShower } from '../../platform/fields/records';
import { namesIn } from '../../platform/fields/field';
import { RecordTags } from '../../platform/preconditions/record-tags';
import type { SourceDto } from './dto/source.dto';
import { SOURCE_FIELDS } from './source-fields';
import type { Source } from './source.entity';

/** Of what people change. The digests of `secretCount` and `hasApiToken` are also those of the sealed secrets and token. */
export const SOURCE_TAGS = new RecordTags('source', [
  ...namesIn(SOURCE_FIELDS, 'update'),
  'secretCount',
  'hasApiToken',
]);

const shown = recordShower(SOURCE_FIELDS);

/** Contains no secret. */
export function toSourceDto(source: Source): SourceDto {
  const dto = {
    ...shown(source),
    type: source.type,
    path: `/api/sources/${source.id}/events`,
    secretCount: source.secretCount,
    hasApiToken: source.apiToken !== null,
    receivedAt: source.receivedAt ?? undefined,
    reconciledUntil: source.reconciledUntil ?? undefined,
    failingSince: source.failingSince ?? undefined,
    failure: source.failure ?? undefined,
  };
  return SOURCE_TAGS.hiding(dto, { secretCount: source.secrets, hasApiToken: source.apiToken });
}

/** Only what people change, for the audit. */
export function auditedSource(source: Source): object {
  const { id, name, active, apiUrl, type, secretCount, hasApiToken } = toSourceDto(source);
  return { id, name, active, apiUrl, type, secretCount, hasApiToken };
}
