import { type EventSource, recordData } from '../../platform/events/event-types';
import { WebhookDto } from './dto/webhook.dto';

/** What `webhook.disabled` says. */
class WebhookDisabledDto {
  /** The webhook, as it is now, with the beginning of its url. @example { "id": 1, "url": "https://shop.example.com/…", "active": false } */
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
    const states = { before: withShortUrl(before), after: withShortUrl(after) };
    return isOff ? { type: 'webhook.disabled', data: recordData('webhook', states) } : undefined;
  },
};

/** Path and query may be all that a receiver asks for, as with those of chats, and other receivers read events too. */
function withShortUrl(state: object | undefined): object | undefined {
  if (state === undefined || !('url' in state) || typeof state.url !== 'string') return state;
  const { origin, href } = new URL(state.url);
  return { ...state, url: href === `${origin}/` ? origin : `${origin}/…` };
}

const wasActive = (state: object | undefined): boolean =>
  state !== undefined && 'active' in state && state.active === true;
