import { shortened } from '../../access/audit/change';
import type { NumberedEvent } from '../../platform/events/event-row';
import type { EventDto } from './dto/event.dto';

type State = Readonly<Record<string, unknown>>;

/** @param keys whether license keys are shown in full */
export function toEventDto(event: NumberedEvent, { keys }: { readonly keys: 'short' | 'full' }): EventDto {
  const data = JSON.parse(event.data ?? '{}') as State;
  return {
    id: event.eventId,
    position: event.position,
    type: event.type,
    timestamp: new Date(event.at).toISOString(),
    actor: { type: event.actorType, name: event.actorName },
    data: keys === 'full' ? data : withShortKeys(data),
  };
}

/** A license key is `key` in a record, or in its former values. */
function withShortKeys(data: State): State {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const key = typeof value === 'object' && value !== null && 'key' in value ? value.key : undefined;
      return [name, typeof key === 'string' ? { ...(value as State), key: shortened(key) } : value];
    }),
  );
}
