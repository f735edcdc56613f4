import { namesIn } from '../../platform/fields/field';
import { recordShower } from '../../platform/fields/records';
import { RecordTags } from '../../platform/preconditions/record-tags';
import type { ReplayStateDto } from './deliveries/dto/replay.dto';
import type { WebhookTask } from './deliveries/webhook-task.entity';
import type { WebhookDto } from './dto/webhook.dto';
import type { Webhook } from './webhook.entity';
import { WEBHOOK_FIELDS } from './webhook-fields';
import { hiddenHeaders } from './webhook-headers';
import { publicKeyText } from './webhook-secret';

/** Covers what people change: the public key stands for rotations, and headers for their names and sealed values. */
export const WEBHOOK_TAGS = new RecordTags('webhook', [
  ...namesIn(WEBHOOK_FIELDS, 'update'),
  'types',
  'pid',
  'keys',
  'headers',
  'publicKey',
]);

const shown = recordShower(WEBHOOK_FIELDS);

/** Contains no secret. */
export function toWebhookDto(webhook: Webhook, now = Date.now()): WebhookDto {
  const { formerUntil } = webhook;
  const dto = {
    ...shown(webhook),
    types: typesOf(webhook),
    pid: webhook.pid ?? undefined,
    keys: webhook.keyForm,
    headers: hiddenHeaders(webhook.headerNames),
    publicKey: publicKeyText(webhook.publicKey),
    previousValidUntil: formerUntil !== null && formerUntil > now ? formerUntil : undefined,
    position: webhook.position,
    missedAfter: webhook.missedAfter ?? undefined,
    failingSince: webhook.failingSince ?? undefined,
    succeededAt: webhook.succeededAt ?? undefined,
    disabledBecause: webhook.disabledBecause ?? undefined,
  };
  return WEBHOOK_TAGS.hiding(dto, { headers: webhook.headers });
}

export function toReplayState({ kind, position, upTo }: WebhookTask): ReplayStateDto | undefined {
  return kind === 'delete' ? undefined : { kind, after: position, upTo };
}

export const typesOf = ({ types }: Webhook): string[] => (types === null ? [] : types.split(','));

/** Only what people change, for the audit; progress and failures are left out. */
export function auditedWebhook(webhook: Webhook): object {
  const { id, url, description, active, types, pid, keys, headers, publicKey, previousValidUntil, disabledBecause } =
    toWebhookDto(webhook);
  return { id, url, description, active, types, pid, keys, headers, publicKey, previousValidUntil, disabledBecause };
}
