import { RefreshCwIcon } from '../theme/screen-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { OnceButton } from '../form/once-button';
import { answerOf, api } from '../api/client';
import type { FindingDto } from '../api/schema';
import { Page } from '../page/page';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { counted } from '../text/numbers';
import { Findings } from './findings';
import { HealthPanel } from './health-panel';
import classes from './doctor.module.css';

const REQUESTS = [
  { label: 'What the doctor finds', path: '/api/doctor' },
  { label: 'Whether the service is ready, without an API key', path: '/health/ready' },
];

/** What the service finds when it looks at itself: settings, database, clock, keys. */
export default function DoctorScreen() {
  const cache = useQueryClient();
  const { data, error, isFetching } = useQuery({
    queryKey: ['doctor', 'findings'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/doctor', { signal })),
  });
  return (
    <Page
      title="Doctor"
      lead={data === undefined ? 'The service examines itself and changes nothing.' : inShort(data.findings)}
      requests={REQUESTS}
      actions={
        <OnceButton
          variant="default"
          leftSection={<RefreshCwIcon size={16} aria-hidden />}
          loading={isFetching}
          onClick={() => void cache.invalidateQueries({ queryKey: ['doctor'] })}
        >
          Run again
        </OnceButton>
      }
    >
      <div className={classes.screen}>
        <ProblemAlert error={error} />
        {!data && !error && <Waiting label="Examining" />}
        {data && <Findings findings={data.findings} />}
        <HealthPanel />
      </div>
    </Page>
  );
}

function inShort(findings: readonly FindingDto[]): string {
  const count = (wanted: FindingDto['status']) => findings.filter(({ status }) => status === wanted).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  if (failed + warnings === 0) return 'Everything is fine.';
  const parts = [
    failed > 0 && `${counted(failed, 'thing is', 'things are')} wrong`,
    warnings > 0 && `${counted(warnings, 'needs', 'need')} attention`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
