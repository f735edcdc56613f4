import { Group } from '@mantine/core';
import type { FormEvent } from 'react';
import { useDraft } from '../form/draft';
import { Restored } from '../form/restored';
import { OnceButton } from '../form/once-button';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Only } from '../session/only';
import { IssuedLicense } from './issued-license';
import { type OrderChoice, OrderFields } from './order-fields';
import { readRequestCode } from './request-code';
import { type Order, useIssue } from './use-issue';
import classes from './offline-licenses.module.css';

interface IssuePanelProps {
  /** The license key or its record id. */
  id: string;
  /** The request code that led here. */
  request: string;
}

/** Issues a license for a device, for the program that printed a request code, or for any device. */
export function IssuePanel({ id, request }: IssuePanelProps) {
  const [choice, setChoice, draft] = useDraft<OrderChoice>(`offline license ${id} ${request}`, {
    whom: request === '' ? 'device' : 'request',
    device: '',
    request,
    days: '30',
  });
  const issue = useIssue(id);
  const order = orderOf(choice);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (order && !issue.isPending) issue.mutate(order, { onSuccess: draft.forget });
  };
  if (issue.data) return <IssuedLicense issued={issue.data} onDone={issue.reset} />;
  return (
    <Panel title="Issue a license">
      <form onSubmit={onSubmit} className={classes.form}>
        {draft.isRestored && <Restored onDiscard={draft.discard} />}
        <OrderFields choice={choice} onChange={setChoice} />
        <ProblemAlert error={issue.error} />
        <Group justify="flex-end">
          <Only scopes={['licenses:sign']}>
            <OnceButton type="submit" loading={issue.isPending} disabled={order === undefined}>
              Issue license
            </OnceButton>
          </Only>
        </Group>
      </form>
    </Panel>
  );
}

/** What to ask for; undefined while something is missing. */
function orderOf({ whom, device, request, days }: OrderChoice): Order | undefined {
  const length = days === '' ? {} : { days: Number(days) };
  if (whom === 'any') return length;
  if (whom === 'device') return device === '' ? undefined : { ...length, device };
  return readRequestCode(request.trim()) && { ...length, request: request.trim() };
}
