import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { MailDto } from '../api/schema';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { Chip, type Tone } from '../text/chip';
import { Time } from '../text/time';
import entries from '../page/entries.module.css';

const MOST = 50;

const STATES: Readonly<Record<MailDto['state'], { word: string; tone: Tone }>> = {
  pending: { word: 'Waiting', tone: 'plain' },
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  replaced: { word: 'Sent again instead', tone: 'plain' },
};

/** Which mails an order led to, and what became of them. */
export function OrderMails({ order }: { order: number }) {
  const { data, error } = useQuery({
    queryKey: ['mails', 'of order', order],
    queryFn: ({ signal }) => answerOf(api.GET('/api/mails', { params: { query: { order, limit: MOST } }, signal })),
  });
  return (
    <Panel title="Mails">
      <ProblemAlert error={error} />
      {!data && !error && <Waiting />}
      {data?.length === 0 && <p className="quiet">No mail was written about it.</p>}
      <ul className={entries.list} aria-label="Mails">
        {data?.map(({ id, kind, to, state, createdAt, answer }) => (
          <li key={id} className={entries.entry}>
            <div className={entries.head}>
              <span className={entries.title}>{kind}</span>
              <Chip tone={STATES[state].tone}>{STATES[state].word}</Chip>
              <span className={entries.aside}>
                to {to} · <Time at={createdAt} />
              </span>
            </div>
            {state !== 'sent' && answer !== undefined && <p className={entries.note}>{answer}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
