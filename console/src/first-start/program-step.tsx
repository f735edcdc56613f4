import { CheckIcon } from '../theme/icons';
import { CircleDashedIcon } from '../theme/screen-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answerOf, api } from '../api/client';
import type { LoggedCheckDto } from '../api/schema';
import { Choice } from '../form/choice';
import { OnceButton } from '../form/once-button';
import { GuideLink } from '../page/guide-link';
import { ProblemAlert } from '../page/problem-alert';
import { useCan, useMe } from '../session/me';
import { signingQuery } from '../signing/signing';
import { CodeBlock } from '../text/code-block';
import { Time } from '../text/time';
import { Verdict } from '../text/verdict';
import { TERMINAL } from './checks';
import classes from './first-start.module.css';
import { type Language, LANGUAGES, linesOf, NEEDED } from './program-lines';
import { Step } from './step';

interface ProgramStepProps {
  pid: number | undefined;
  others: readonly LoggedCheckDto[];
  isNow: boolean;
}

/** The lines for one's own program, and whether it has asked yet. */
export function ProgramStep({ pid, others, isNow }: ProgramStepProps) {
  const [language, setLanguage] = useState<Language>('TypeScript');
  const { publicUrl, licenseKeyAuth } = useMe();
  const signing = useQuery({ ...signingQuery, enabled: useCan('signing:read') });
  const first = others.findLast(({ details }) => details !== TERMINAL);
  const title = 'Put it into your program';
  if (!isNow && !first) return <Step number={4} title={title} state="later" />;
  const program = {
    url: publicUrl ?? location.origin,
    rootKey: signing.data?.root?.x ?? 'ROOT KEY',
    version: signing.data?.version ?? 1,
    pid: pid ?? 1,
  };
  return (
    <Step
      number={4}
      title={title}
      state={first ? 'done' : 'now'}
      lead="These lines are all it takes. Your program keeps running while the service can’t be reached: an outage never locks a customer out."
    >
      <Choice
        label="Language"
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map((name) => ({ value: name, label: name }))}
      />
      <CodeBlock label={`${language}; needs ${NEEDED[language]}`} code={linesOf(language, program)} />
      <p className={classes.beside}>
        <GuideLink to="client">Where {NEEDED[language]} comes from, and other languages</GuideLink>
      </p>
      <ul className={classes.todo}>
        <Signing isSetUp={signing.data?.root !== undefined} isKnown={signing.data !== undefined} />
        <Todo isDone={licenseKeyAuth}>
          {licenseKeyAuth ? (
            'Programs may ask with their license key alone'
          ) : (
            <>
              Let programs ask with their license key alone: start the service with <code>LICENSE_KEY_AUTH=true</code>
            </>
          )}
        </Todo>
        <li data-state={first ? 'done' : 'waiting'}>
          {first ? <CheckIcon size={16} aria-hidden /> : <span className={classes.spinner} aria-hidden />}
          <span role="status">
            {first ? (
              <>
                Your program has asked: <Verdict status={first.status} />{' '}
                <Time at={Number(first.timeAt)} as="relative" />
              </>
            ) : (
              'Waiting for the first check of your program…'
            )}
          </span>
        </li>
      </ul>
    </Step>
  );
}

function Todo({ isDone, children, action }: { isDone: boolean; children: ReactNode; action?: ReactNode }) {
  return (
    <li data-state={isDone ? 'done' : 'open'}>
      {isDone ? <CheckIcon size={16} aria-label="done:" /> : <CircleDashedIcon size={16} aria-label="to do:" />}
      <span>{children}</span>
      {action}
    </li>
  );
}

function Signing({ isSetUp, isKnown }: { isSetUp: boolean; isKnown: boolean }) {
  const cache = useQueryClient();
  const maySetUp = useCan('signing:write');
  const setUp = useMutation({
    mutationFn: () => answerOf(api.POST('/api/signing', { body: {} })),
    onSuccess: (status) => cache.setQueryData(signingQuery.queryKey, status),
  });
  if (isSetUp) return <Todo isDone>Signing is set up; the root key above is yours</Todo>;
  return (
    <>
      <Todo
        isDone={false}
        action={
          maySetUp &&
          isKnown && (
            <OnceButton size="xs" variant="default" loading={setUp.isPending} onClick={() => setUp.mutate()}>
              Set up signing
            </OnceButton>
          )
        }
      >
        Set up signing, so that your program trusts only your service; its root key then appears above
      </Todo>
      <ProblemAlert error={setUp.error} />
    </>
  );
}
