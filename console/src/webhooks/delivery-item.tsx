import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answerOf, api } from '../api/client';
import type { DeliveryDto } from '../api/schema';
import { OnceButton } from '../form/once-button';
import { ProblemAlert } from '../page/problem-alert';
import { Only } from '../session/only';
import { Chip } from '../text/chip';
import { counted } from '../text/numbers';
import { Time } from '../text/time';
import { type Attempt, Attempts } from './attempts';
import entries from '../page/entries.module.css';
import classes from './deliveries.module.css';
import { deliveryStateOf, WRITE } from './webhooks';

interface DeliveryItemProps {
  delivery: DeliveryDto;
  /** What sets it apart from the others: what happened, or where it was sent. */
  title: ReactNode;
  /** Whether its attempts are shown at once. */
  isOpen?: boolean;
}

/** A delivery: what became of it, and each attempt. */
export function DeliveryItem({ delivery, title, isOpen = false }: DeliveryItemProps) {
  const { attempts, createdAt, dueAt } = delivery;
  const { word, tone } = deliveryStateOf(delivery);
  return (
    <li className={entries.entry}>
      <div className={entries.head}>
        <span className={entries.title}>{title}</span>
        <Chip tone={tone}>{word}</Chip>
        <span className={entries.aside}>
          <Time at={createdAt} as="seconds" capital />
          {dueAt !== undefined && attempts.length > 0 && (
            <>
              {' '}
              · next try <Time at={dueAt} as="relative" />
            </>
          )}
        </span>
        {delivery.type !== 'test' && <SendAgain delivery={delivery} />}
      </div>
      {attempts.length > 0 && (
        <details className={classes.details} open={isOpen}>
          <summary>
            {counted(attempts.length, 'attempt')} <Last attempt={attempts[attempts.length - 1]} />
          </summary>
          <Attempts attempts={attempts} />
        </details>
      )}
    </li>
  );
}

/** What the last attempt came to, where that was no success. */
function Last({ attempt: { status, note } }: { attempt: Attempt }) {
  if (status !== undefined && status < 300) return null;
  return <>· the last: {status ?? note ?? 'no answer'}</>;
}

function SendAgain({ delivery: { id, webhook, state } }: { delivery: DeliveryDto }) {
  const cache = useQueryClient();
  const retry = useMutation({
    mutationFn: () => {
      const path = { id: webhook, deliveryId: id };
      return answerOf(api.POST('/api/webhooks/{id}/deliveries/{deliveryId}/retry', { params: { path } }));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  return (
    <>
      <Only scopes={WRITE}>
        <OnceButton size="compact-xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          {state === 'pending' ? 'Send now' : 'Send again'}
        </OnceButton>
      </Only>
      <ProblemAlert error={retry.error} />
    </>
  );
}
