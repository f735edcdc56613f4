import type { WebhookDto } from '../api/schema';
import { Chip } from '../text/chip';
import { stateOf } from './webhooks';

export function StateChip({ webhook }: { webhook: WebhookDto }) {
  const { word, tone, why } = stateOf(webhook);
  return (
    <Chip tone={tone} title={why}>
      {word}
    </Chip>
  );
}
