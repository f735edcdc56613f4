import { Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { OnceButton } from '../../form/once-button';
import { useEffect } from 'react';
import { answerOf, api } from '../../api/client';
import type { BulkChangeDto } from '../../api/schema';
import { Page } from '../../page/page';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { Waiting } from '../../page/waiting';
import { Only } from '../../session/only';
import { Chip } from '../../text/chip';
import { counted, grouped } from '../../text/numbers';
import { Time } from '../../text/time';
import { changeInWords } from '../change-in-words';
import { JobResults } from './job-results';
import { JOB_TONES, jobQuery } from './jobs';
import classes from './job.module.css';

/** How far a change of many license keys has come, and what became of each. Its address leads here again. */
export default function BulkJobScreen() {
  const id = Number(useParams({ strict: false })['id']);
  const { data: job, error } = useQuery(jobQuery(id));
  const cancel = useCancel(id);
  useKeysReadAnew(job);
  const path = `/api/keys/bulk/${id}`;
  return (
    <Page
      title={job === undefined ? 'Bulk change' : changeInWords(job.change)}
      aside={job && <Chip tone={JOB_TONES[job.state]}>{job.state}</Chip>}
      actions={
        <>
          <Link to="/keys/bulk">All bulk changes</Link>
          {job?.state === 'running' && <CancelJob cancel={cancel} />}
        </>
      }
      requests={[
        { label: 'Progress', path },
        { label: 'Results', path: `${path}/results` },
        { label: 'Cancel it', method: 'DELETE', path },
      ]}
    >
      <ProblemAlert error={error ?? cancel.error} />
      {job === undefined ? !error && <Waiting /> : <JobState job={job} />}
    </Page>
  );
}

function JobState({ job }: { job: BulkChangeDto }) {
  const target = job.ids === undefined ? 'the keys that match' : counted(job.ids, 'key');
  return (
    <div className={classes.parts}>
      <Panel title={job.state === 'running' ? 'Under way' : 'Result'}>
        <Progress
          size="lg"
          radius="sm"
          value={job.state === 'done' ? 100 : job.progress * 100}
          aria-label="Progress"
          animated={job.state === 'running'}
        />
        <p role="status" className={classes.counts}>
          <strong>{grouped(job.processed)}</strong> of {target} processed: <strong>{grouped(job.changed)}</strong>{' '}
          changed, {grouped(job.unchanged)} unchanged, <strong>{grouped(job.failed)}</strong> failed
        </p>
        {job.msg !== undefined && <p>{job.msg}</p>}
        <p className="quiet">
          Started by {job.creator} <Time at={job.createdAt} as="seconds" />
          {job.endedAt !== null && (
            <>
              , ended <Time at={job.endedAt} as="seconds" />
            </>
          )}
          {job.reason !== undefined && `: “${job.reason}”`}.{' '}
          {job.state === 'running' && 'It continues when you leave this page.'}
        </p>
      </Panel>
      <JobResults job={job} />
    </div>
  );
}

/** As a job goes on, keys and lists that were read show what was before: they are read anew when somebody goes there. */
function useKeysReadAnew(job: BulkChangeDto | undefined) {
  const cache = useQueryClient();
  useEffect(() => {
    if (job !== undefined) cache.removeQueries({ queryKey: ['keys'], type: 'inactive' });
  }, [cache, job]);
}

function useCancel(id: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/keys/bulk/{id}', { params: { path: { id: String(id) } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: jobQuery(id).queryKey }),
  });
}

function CancelJob({ cancel }: { cancel: ReturnType<typeof useCancel> }) {
  return (
    <Only scopes={['keys:write']}>
      <OnceButton color="red" variant="light" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel the rest
      </OnceButton>
    </Only>
  );
}
