import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InboxMessageDto } from '../api/schema';
import { Time } from '../text/time';
import { MessageDrawer } from './message-drawer';
import { RetryButton } from './retry-button';
import { isUndone } from './sales';
import entries from '../page/entries.module.css';
import { MessageState } from './state-chips';

interface MessageListProps {
  source: number;
  messages: readonly InboxMessageDto[];
  /** Says that there are none. */
  none: string;
  /** Whether each leads to its order. */
  withOrder?: boolean;
}

/** What a shop sent: what became of each, why, and what helps. */
export function MessageList({ source, messages, none, withOrder }: MessageListProps) {
  const [opened, setOpened] = useState<number>();
  if (messages.length === 0) return <p className="quiet">{none}</p>;
  return (
    <>
      <ul className={entries.list} aria-label="Messages">
        {messages.map((message) => (
          <Item
            key={message.id}
            source={source}
            message={message}
            withOrder={withOrder}
            onOpen={() => setOpened(message.id)}
          />
        ))}
      </ul>
      {opened !== undefined && <MessageDrawer source={source} id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface ItemProps {
  source: number;
  message: InboxMessageDto;
  withOrder?: boolean;
  onOpen: () => void;
}

function Item({ source, message, withOrder, onOpen }: ItemProps) {
  const { type, receivedAt, problem, dueAt, state, order, sentBy } = message;
  return (
    <li className={entries.entry}>
      <div className={entries.head}>
        <Button variant="transparent" size="compact-sm" className={entries.title} onClick={onOpen}>
          {type === '' ? 'Unreadable message' : type}
        </Button>
        <MessageState message={message} />
        <span className={entries.aside}>
          {sentBy === 'api' && 'asked for · '}
          <Time at={receivedAt} as="seconds" />
          {state === 'failed' && dueAt !== undefined && (
            <>
              {' '}
              · next try <Time at={dueAt} as="relative" />
            </>
          )}
          {withOrder && order !== undefined && (
            <>
              {' '}
              ·{' '}
              <Link to="/sales/orders/$id" params={{ id: String(order) }}>
                its order
              </Link>
            </>
          )}
        </span>
        {isUndone(message) && <RetryButton source={source} message={message} />}
      </div>
      {problem !== undefined && <p className={entries.note}>{problem}</p>}
    </li>
  );
}
