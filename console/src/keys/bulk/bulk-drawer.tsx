import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { FormDrawer } from '../../form/form-drawer';
import { CodeBlock } from '../../text/code-block';
import { toCurl } from '../../page/to-curl';
import { ProblemAlert } from '../../page/problem-alert';
import { Waiting } from '../../page/waiting';
import { counted, grouped } from '../../text/numbers';
import type { BulkAction } from './actions';
import { jobQuery } from './jobs';
import { PreviewTable } from './preview-table';

/** Which keys: those chosen one by one, or all that a filter finds. */
type Target = Pick<ChangeNamedKeysDto, 'ids'> | Pick<ChangeFoundKeysDto, 'filter'>;
type Wanted = Target & { change: KeyChangeDto };

interface BulkDrawerProps {
  action: BulkAction;
  target: Target;
  onClose: () => void;
}

/** Shows what a bulk change would do before it is asked for. */
export function BulkDrawer({ action, target, onClose }: BulkDrawerProps) {
  const [days, setDays] = useState('30');
  const isWhole = /^-?\d+$/.test(days) && Number(days) !== 0;
  const change: KeyChangeDto = action.id === 'extend' ? { extendDays: Number(days) } : action.change;
  const body: Wanted = { ...target, change };
  const isAsked = action.id !== 'extend' || isWhole;
  const preview = useQuery({
    queryKey: ['keys', 'bulk-preview', body],
    queryFn: ({ signal }) =>
      answerOf(api.PUT('/api/keys', { body: { ...body, preview: true }, signal })) as Promise<BulkChangePreviewDto>,
    enabled: isAsked,
    gcTime: 0,
    staleTime: 0,
  });
  const start = useStart(onClose);
  const matched = preview.data && `${preview.data.more ? 'more than ' : ''}${counted(preview.data.matched, 'key')}`;
  return (
    <FormDrawer
      title={`${action.label} ${matched ?? 'keys'}`}
      opened
      onClose={onClose}
      onSubmit={() => start.mutate(body)}
      submit={`${action.label} ${matched ?? ''}`}
      isBusy={start.isPending}
      canSubmit={preview.isSuccess && preview.data.matched > 0}
      error={start.error}
    >
      <p className="quiet">{action.lead}</p>
      {action.id === 'extend' && (
        <TextInput
          type="number"
          label="Days"
          description="Below zero shortens."
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          error={isWhole ? undefined : 'A whole number of days, not 0.'}
        />
      )}
      <ProblemAlert error={preview.error} />
      {preview.isFetching && <Waiting />}
      {preview.data !== undefined && <PreviewTable preview={preview.data} />}
      <CodeBlock label={requestLabel(target)} code={toCurl({ label: '', method: 'PUT', path: '/api/keys', body })} />
    </FormDrawer>
  );
}

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
