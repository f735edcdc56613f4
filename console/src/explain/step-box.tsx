import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, ifMatch } from '../api/client';
import { OnceButton } from '../form/once-button';
import { refreshKeys } from '../keys/one/key-query';
import { ReleaseDevices } from '../keys/one/release-devices';
import { notify } from '../page/notify';
import { nameOfProduct, useProducts } from '../products/products';
import { Only } from '../session/only';
import { isolated } from '../text/isolated';
import { explainedLog, type ExplainedLog } from './explained-log';
import { reasonNow } from './reasons';
import { StepFrame } from './step-frame';
import { evidenceOf, type Step, toStep } from './steps';
import { askerOf, atStart, whenInWords } from './words';

/** One to press, and one besides it. */
const MOST_BUTTONS = 2;

interface StepBoxProps {
  /** A check that would be refused now, too, and what helps against it. */
  explained: ExplainedLog;
  /** Says which product refused it, where there are several. */
  namesProduct?: boolean;
  /** Leads to the whole explanation, where this isn't it. */
  isLinked?: boolean;
}

/** Says who was refused and why, and offers what helps. */
export function StepBox({ explained, namesProduct, isLinked }: StepBoxProps) {
  const { nextSteps } = explained;
  const steps = nextSteps.slice(0, MOST_BUTTONS).map((step) => toStep(step, explained));
  const device = explained.seatedDevices?.find(({ id }) => id === nextSteps[0].deviceId);
  const [isReleasing, setReleasing] = useState(false);
  const change = useStep(explained);
  return (
    <>
      <StepFrame
        title={<Refused explained={explained} namesProduct={namesProduct} />}
        meaning={evidenceOf(explained)}
        error={change.error}
      >
        {steps.map((step, index) => (
          <Only key={step.label} scopes={step.scopes}>
            <OnceButton
              variant={index === 0 ? 'filled' : 'default'}
              loading={change.isPending && change.variables === step}
              onClick={() => (step.change ? change.mutate(step) : setReleasing(true))}
            >
              {step.label}
            </OnceButton>
          </Only>
        ))}
        {isLinked && (
          <Button
            variant="subtle"
            renderRoot={(props) => <Link to="/logs/$log" params={{ log: String(explained.past.log) }} {...props} />}
          >
            Explain
          </Button>
        )}
      </StepFrame>
      {isReleasing && device && (
        <ReleaseDevices keyId={explained.licenseKey.id} released={device} onClose={() => setReleasing(false)} />
      )}
    </>
  );
}

/** "Anna’s laptop was refused at 14:03: both seats are taken, by Desk and Old Mac." */
function Refused({ explained, namesProduct }: Omit<StepBoxProps, 'isLinked'>) {
  const products = useProducts();
  const { past, status, licenseKey, at: now } = explained;
  const why = reasonNow(explained, (pid) => isolated(nameOfProduct(products, pid)));
  const asker = askerOf(past);
  const when = whenInWords(past.at, now);
  const then = past.status === status ? '' : `, with ${past.status}, and would be refused again`;
  if (!namesProduct) return `${atStart(asker)} was refused ${when}${then}: ${why}.`;
  return (
    <>
      <Link to="/keys/$id" params={{ id: String(licenseKey.id) }}>
        {atStart(nameOfProduct(products, licenseKey.product))}
      </Link>{' '}
      refused {asker} {when}
      {then}: {why}.
    </>
  );
}

/** Changes the license key, and says whether the check passes then. */
export function useStep({ licenseKey: { id }, licenseKeyTag, past }: ExplainedLog) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ change }: Step) => {
      const params = { path: { id: String(id) }, header: ifMatch(licenseKeyTag) };
      return answerOf(api.PUT('/api/keys/{id}', { params, body: change! }));
    },
    // It was found by what the key was before somebody else changed it.
    onError: () => refreshKeys(cache),
    onSuccess: async (_, { done }) => {
      await refreshKeys(cache);
      const { pass } = await cache.fetchQuery(explainedLog(past.log));
      notify(pass ? `${done} ${atStart(askerOf(past))} passes with its next check.` : done);
    },
  });
}
