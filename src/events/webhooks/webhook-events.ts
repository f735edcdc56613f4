import { type EventSource, recordData } from '../../platform/events/event-types';
import { WebhookDto } from './dto/webhook.dto';

/** What `webhook.disabled` says. */
export class WebhookDisabledDto {
  /** The webhook, as it is now. @example { "id": 1, "url": "https://shop.example.com/hooks/keylink", "active": false } */
  webhook: WebhookDto;

  /** The former values of what changed. @example {"active": true} */
  previous: object;
}

/** Only that a webhook is disabled is an event. */
export const WEBHOOK_EVENTS: EventSource = {
  targetType: 'webhook',
  types: [
    {
      name: 'webhook.disabled',
      when: 'A webhook was switched off: by somebody, or because nothing reached it.',
      data: WebhookDisabledDto,
    },
  ],
  tell({ before, after }) {
    const isOff = wasActive(before) && after !== undefined && !wasActive(after);
    return isOff ? { type: 'webhook.disabled', data: recordData('webhook', { before, after }) } : undefined;
  },
};

const wasActive = (state: object | undefined): boolean =>
  state !== undefined && 'active' in state && state.active === true;
