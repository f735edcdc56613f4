import { useQuery } from '@tanstack/react-query';
import { SideDialog } from '../page/dialog';
import { answerOf, api } from '../api/client';
import { Facts } from '../page/facts';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { CodeBlock } from '../text/code-block';
import { Time } from '../text/time';
import { RetryButton } from './retry-button';
import { MessageState } from './state-chips';

interface MessageDrawerProps {
  source: number;
  id: number;
  onClose: () => void;
}

/** One message of a shop, with what it says. */
export function MessageDrawer({ source, id, onClose }: MessageDrawerProps) {
  const { data: message, error } = useQuery({
    queryKey: ['inbox', 'one', source, id],
    queryFn: ({ signal }) => {
      const path = { id: source, message: id };
      return answerOf(api.GET('/api/sources/{id}/inbox/{message}', { params: { path }, signal }));
    },
  });
  return (
    <SideDialog opened onClose={onClose} title={message?.type || `Message ${id}`}>
      <ProblemAlert error={error} />
      {!message && !error && <Waiting />}
      {message && (
        <>
          {message.problem !== undefined && <p>{message.problem}</p>}
          <Facts
            facts={{
              State: <MessageState message={message} />,
              Came: <Time at={message.receivedAt} as="seconds" capital />,
              'How it came': message.sentBy === 'api' ? 'the shop was asked' : 'the shop sent it',
              Tries: message.tries > 0 ? message.tries : undefined,
              'The shop’s ID': message.messageId && <span className="code">{message.messageId}</span>,
            }}
          />
          <p>
            <RetryButton source={source} message={message} />
          </p>
          {message.body === undefined ? (
            <p className="quiet">What it said is no longer kept.</p>
          ) : (
            <CodeBlock label="What the shop sent" code={readable(message.body)} />
          )}
        </>
      )}
    </SideDialog>
  );
}

/** JSON on several lines; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
