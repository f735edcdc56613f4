import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import type { InboxMessageDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { OnceButton } from '../form/once-button';
import { notify } from '../page/notify';
import { ProblemAlert } from '../page/problem-alert';
import { Only } from '../session/only';
import { isUndone, sourceQuery, WRITE } from './sales';
import { SHOPS } from './shop-words';

interface RetryButtonProps {
  source: number;
  message: InboxMessageDto;
}

/** Does a message again; of a shop that signs nothing, somebody can say that it is genuine. */
export function RetryButton({ source, message: { id, ...message } }: RetryButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const { data: shop } = useQuery(sourceQuery(String(source)));
  const cache = useQueryClient();
  const retry = useMutation({
    mutationFn: (trust: boolean) => {
      const params = { path: { id: source, message: id } };
      return answerOf(api.POST('/api/sources/{id}/inbox/{message}/retry', { params, body: { trust } }));
    },
    onSuccess: () => {
      setAsked(false);
      notify('It is being tried again.');
    },
    onSettled: async () => {
      for (const queryKey of [['inbox'], ['orders'], ['source items']]) await cache.invalidateQueries({ queryKey });
    },
  });
  const isUnsigned = shop !== undefined && SHOPS[shop.type].secret === undefined && isUndone({ id, ...message });
  return (
    <>
      {isUnsigned && (
        <Only scopes={WRITE}>
          <OnceButton size="compact-xs" variant="default" onClick={() => setAsked(true)}>
            It is genuine…
          </OnceButton>
        </Only>
      )}
      <Only scopes={WRITE}>
        <OnceButton size="compact-xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate(false)}>
          Try again
        </OnceButton>
      </Only>
      {!isAsked && <ProblemAlert error={retry.error} />}
      <Confirm
        title="Is this message genuine?"
        opened={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => retry.mutate(true)}
        confirm="It is genuine"
        isBusy={retry.isPending}
        error={retry.error}
      >
        Nothing proves that {shop && SHOPS[shop.type].name} sent it: anybody who knows the address can. Look up the sale
        there first. It then becomes license keys.
      </Confirm>
    </>
  );
}
