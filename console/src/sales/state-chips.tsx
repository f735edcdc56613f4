import type { InboxMessageDto, OrderDto, SourceDto } from '../api/schema';
import { Chip } from '../text/chip';
import { MESSAGE_STATES, ORDER_STATUSES, stateOf } from './sales';

export function ShopState({ source }: { source: SourceDto }) {
  const { word, tone, why } = stateOf(source);
  return (
    <Chip tone={tone} title={why}>
      {word}
    </Chip>
  );
}

/** How an order stands; of a test, and of one that waits, it says so. */
export function OrderState({ order: { status, test, problem } }: { order: OrderDto }) {
  const { word, tone } = ORDER_STATUSES[status];
  return (
    <>
      <Chip tone={tone}>{word}</Chip> {problem !== undefined && <Chip tone="warn">Waiting</Chip>}{' '}
      {test && <Chip title="Bought in the test mode of the shop">Test</Chip>}
    </>
  );
}

export function MessageState({ message: { state } }: { message: InboxMessageDto }) {
  const { word, tone } = MESSAGE_STATES[state];
  return <Chip tone={tone}>{word}</Chip>;
}
