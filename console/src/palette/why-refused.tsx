import { useNewestRefusal } from '../explain/next-step';
import { reasonNow } from '../explain/reasons';
import { useStep } from '../explain/step-box';
import { toStep } from '../explain/steps';
import { askerOf, atStart, whenInWords } from '../explain/words';
import type { ExplainedLog } from '../explain/explained-log';
import type { UsageDto } from '../api/schema';
import { ProblemAlert } from '../page/problem-alert';
import { nameOfProduct, useProducts } from '../products/products';
import { isolated } from '../text/isolated';
import { LaptopIcon } from '../theme/icons';
import { CircleCheckIcon } from '../theme/screen-icons';
import classes from './palette.module.css';
import type { Releasing } from './preview';
import { Act } from './preview-parts';

/** As many as fit beside the list. */
const MOST_STEPS = 2;

/** The newest refusal that something helps against. */
export const useRefusalIn = (usage: UsageDto | undefined) => useNewestRefusal(usage?.devices ?? []);

/** "Anna’s laptop was refused at 14:03. Both seats are taken, by Desk and Old Mac." */
export function WhyRefused({ explained }: { explained: ExplainedLog }) {
  const products = useProducts();
  const { past, at, licenseKey } = explained;
  const reason = reasonNow(explained, (pid) => isolated(nameOfProduct(products, pid)));
  return (
    <div className={classes.why}>
      <b>
        {atStart(askerOf(past))} was refused {whenInWords(past.at, at)}.
      </b>
      <br />
      {nameOfProduct(products, licenseKey.product)}: {reason}.
    </div>
  );
}

interface StepActsProps {
  explained: ExplainedLog;
  onRelease: (releasing: Releasing) => void;
}

/** What helps against it. */
export function StepActs({ explained, onRelease }: StepActsProps) {
  const change = useStep(explained);
  const { nextSteps, seatedDevices = [], licenseKey } = explained;
  return (
    <>
      {nextSteps.slice(0, MOST_STEPS).map((next) => {
        const step = toStep(next, explained);
        const released = seatedDevices.find(({ id }) => id === next.deviceId);
        return (
          <Act
            key={step.label}
            label={step.change ? step.label : `${step.label}…`}
            icon={step.change ? CircleCheckIcon : LaptopIcon}
            scopes={step.scopes}
            isBusy={change.isPending}
            onClick={() => {
              if (step.change) change.mutate(step);
              else if (released) onRelease({ keyId: licenseKey.id, released });
            }}
          />
        );
      })}
      <ProblemAlert error={change.error} />
    </>
  );
}
