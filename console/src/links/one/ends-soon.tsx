import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch } from '../../api/client';
import type { UpdateLinkDto } from '../../api/schema';
import { StepFrame } from '../../explain/step-frame';
import { OnceButton } from '../../form/once-button';
import { EXPIRY_PRESETS, extendedFrom } from '../../keys/expiry-presets';
import { notify } from '../../page/notify';
import { Only } from '../../session/only';
import { counted, grouped } from '../../text/numbers';
import { dayName } from '../../text/times';
import { useNow } from '../../text/use-now';
import { linkKey, replaceLink, type ShortLink } from '../link-cache';
import { endingOf, raisedFrom } from './ending';

const [MONTH] = EXPIRY_PRESETS;

/** Something to do against the end, and what is said once it is done. */
interface Step {
  label: string;
  title?: string;
  change: UpdateLinkDto;
  done: string;
}

/** Says that a link has ended or soon will, and offers to let it go on. @param perDay visits of a day, as far as known */
export function EndsSoon({ link, perDay }: { link: ShortLink; perDay?: number }) {
  const now = useNow();
  const change = useChange(link);
  const ending = endingOf(link, now, perDay);
  if (ending === undefined) return null;
  const steps = ending.by === 'maxVisits' ? stepsOfLimit(link) : stepsOfEnd(link, now);
  return (
    <StepFrame isWarning title={ending.title} meaning={ending.meaning} error={change.error}>
      {steps.map((step, index) => (
        <Only key={step.label} scopes={['links:write']}>
          <OnceButton
            variant={index === 0 ? 'filled' : 'default'}
            title={step.title}
            loading={change.isPending && change.variables.label === step.label}
            onClick={() => change.mutate(step)}
          >
            {step.label}
          </OnceButton>
        </Only>
      ))}
    </StepFrame>
  );
}

function stepsOfLimit({ maxVisits = 1, count }: ShortLink): Step[] {
  // The limit may have been set below the visits so far.
  const raised = raisedFrom(Math.max(maxVisits, count));
  return [
    {
      label: `Raise to ${grouped(raised)}`,
      change: { maxVisits: raised },
      done: `The link may have ${counted(raised, 'visit')}.`,
    },
    { label: 'Remove the limit', change: { maxVisits: 0 }, done: 'The link may have any number of visits.' },
  ];
}

function stepsOfEnd({ expiresAt = 0 }: ShortLink, now: number): Step[] {
  const end = MONTH.endFrom(extendedFrom(expiresAt, now));
  return [
    {
      label: 'Extend by a month',
      title: `To ${dayName(end, now)}`,
      change: { expiresAt: end },
      done: `The link expires ${dayName(end, now)}.`,
    },
    { label: 'Remove the end', change: { expiresAt: 0 }, done: 'The link never expires.' },
  ];
}

function useChange(shown: ShortLink) {
  const { id, etag } = shown;
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ change: body }: Step) =>
      answerOf(api.PUT('/api/link/{id}', { params: { path: { id: String(id) }, header: ifMatch(etag) }, body })),
    // It was offered by what the link was before somebody else changed it.
    onError: () => cache.invalidateQueries({ queryKey: linkKey(shown) }),
    onSuccess: (link, { done }) => {
      replaceLink(cache, id, link);
      notify(done);
    },
  });
}
