import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InboxMessageDto, SourceDto } from '../api/schema';
import { counted } from '../text/numbers';
import { Notice } from '../webhooks/notice';
import { undoneQuery } from './sales';

/** Says for each shop what waits for somebody, and leads there. */
export function WaitingNotices({ sources }: { sources: readonly SourceDto[] }) {
  const found = useQueries({ queries: sources.map(({ id }) => undoneQuery(id)) });
  return sources.map((source, index) => {
    const words = waitingInWords(found[index].data?.messages ?? [], found[index].data?.isAll);
    if (words === undefined) return null;
    return (
      <Notice
        key={source.id}
        tone="warn"
        action={
          <Link to="/sales/shops/$id" params={{ id: String(source.id) }}>
            See what is waiting
          </Link>
        }
      >
        {words} in <strong>{source.name}</strong>.
      </Notice>
    );
  });
}

/** "2 orders need attention", or of messages that are about no order yet; undefined if nothing waits. */
function waitingInWords(messages: readonly InboxMessageDto[], isAll = true): string | undefined {
  const waiting = messages.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return undefined;
  const orders = new Set(waiting.flatMap(({ order }) => order ?? [])).size;
  const [count, of] = orders > 0 ? [orders, 'order'] : [waiting.length, 'message'];
  return `${isAll ? '' : 'At least '}${counted(count, of)} ${count === 1 ? 'needs' : 'need'} attention`;
}
