import { TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import type {
  BulkChangeDto,
  BulkChangePreviewDto,
  ChangeFoundKeysDto,
  ChangeNamedKeysDto,
  KeyChangeDto,
} from '../../api/schema';
import { useIdempotencyKey } from '../../api/use-idempotency-key';
import { ReasonInput, reasonIn } from '../../form/reason-input';
import { FormDrawer } from '../../form/form-drawer';
import { CodeBlock } from '../../text/code-block';
import { toCurl } from '../../page/to-curl';
import { ProblemAlert } from '../../page/problem-alert';
import { Waiting } from '../../page/waiting';
import { counted, grouped } from '../../text/numbers';
import { fromLocalInput } from '../../text/times';
import type { BulkAction } from './actions';
import { jobQuery } from './jobs';
import { PlanChoice } from './plan-choice';
import { EndForOthers, PreviewSummary } from './preview-summary';
import { PreviewTable } from './preview-table';

/** Which keys: those chosen one by one, or all that a filter finds. */
type Target = Pick<ChangeNamedKeysDto, 'ids'> | Pick<ChangeFoundKeysDto, 'filter'>;
type Wanted = Target & { change: KeyChangeDto };

interface BulkDrawerProps {
  action: BulkAction;
  target: Target;
  /** Of all the keys, as far as that is known. */
  product?: number;
  onClose: () => void;
}

/** Shows what a bulk change would do before it is asked for. */
export function BulkDrawer({ action, target, product, onClose }: BulkDrawerProps) {
  const [{ days, end }, setExtension] = useState<Extension>({ days: '30' });
  const [plan, setPlan] = useState<string>();
  const [reason, setReason] = useState('');
  const isWhole = /^-?\d+$/.test(days) && Number(days) !== 0;
  const expiresAtIfNone = end === undefined ? undefined : fromLocalInput(end);
  const extension = { extendDays: Number(days), ...(expiresAtIfNone !== undefined && { expiresAtIfNone }) };
  const change: KeyChangeDto =
    action.id === 'extend' ? extension : action.id === 'plan' ? { ...action.change, plan } : action.change;
  const body: Wanted = { ...target, change };
  const isAsked =
    action.id === 'extend'
      ? isWhole && (end === undefined || expiresAtIfNone !== undefined)
      : action.id !== 'plan' || plan !== undefined;
  const preview = useQuery({
    queryKey: ['keys', 'bulk-preview', body],
    queryFn: ({ signal }) =>
      answerOf(api.PUT('/api/keys', { body: { ...body, preview: true }, signal })) as Promise<BulkChangePreviewDto>,
    enabled: isAsked,
    // What was said of the days before stays until the new ones are counted.
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const start = useStart(onClose);
  const changing = preview.data && countOf(preview.data);
  return (
    <FormDrawer
      title={`${action.label} ${changing ?? 'keys'}`}
      opened
      onClose={onClose}
      onSubmit={() => start.mutate({ ...body, ...reasonIn(reason) })}
      submit={`${action.label} ${changing ?? ''}`}
      isBusy={start.isPending}
      canSubmit={preview.isSuccess && !preview.isPlaceholderData && (preview.data.changes > 0 || preview.data.more)}
      error={start.error}
    >
      <p className="quiet">{action.lead}</p>
      {action.id === 'extend' && (
        <TextInput
          type="number"
          label="Days"
          description="Negative numbers shorten."
          value={days}
          onChange={({ currentTarget: { value } }) => setExtension({ days: value, end })}
          error={isWhole ? undefined : 'A whole number of days, not 0.'}
        />
      )}
      {action.id === 'plan' && <PlanChoice product={product} code={plan} onChange={setPlan} />}
      <ProblemAlert error={preview.error} />
      {preview.isFetching && <Waiting />}
      {preview.data !== undefined && <PreviewSummary preview={preview.data} />}
      {action.id === 'extend' && preview.data !== undefined && (
        <EndForOthers preview={preview.data} end={end} onChange={(chosen) => setExtension({ days, end: chosen })} />
      )}
      {preview.data !== undefined && <PreviewTable preview={preview.data} />}
      <ReasonInput value={reason} onChange={setReason} />
      <CodeBlock label={requestLabel(target)} code={toCurl({ label: '', method: 'PUT', path: '/api/keys', body })} />
    </FormDrawer>
  );
}

interface Extension {
  days: string;
  /** For keys without an end, as `<input type="datetime-local">` spells it; they stay without when it is left out. */
  end?: string;
}

/** How many will change, as far as they are counted. */
const countOf = ({ changes, more }: BulkChangePreviewDto) => `${more ? 'more than ' : ''}${counted(changes, 'key')}`;

const requestLabel = (target: Target) =>
  'ids' in target ? `This change as curl, ${grouped(target.ids.length)} by id` : 'This change as curl';

/** Asks for the change, and goes where one sees how far it has come. */
function useStart(onClose: () => void) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { headerFor } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Wanted) =>
      answerOf(api.PUT('/api/keys', { body, params: { header: headerFor(body) } })) as Promise<BulkChangeDto>,
    onSuccess: async (job) => {
      cache.setQueryData(jobQuery(job.id).queryKey, job);
      onClose();
      await navigate({ to: '/keys/bulk/$id', params: { id: String(job.id) } });
    },
  });
}
