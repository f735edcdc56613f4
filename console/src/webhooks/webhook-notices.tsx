import type { ReplayStateDto, WebhookDto } from '../api/schema';
import { OnceButton } from '../form/once-button';
import { ProblemAlert } from '../page/problem-alert';
import { Only } from '../session/only';
import { Time } from '../text/time';
import { Notice } from './notice';
import { useSwitch } from './switch-webhook';
import { useReplay } from './use-replay';
import { stateOf, WRITE } from './webhooks';

/** What is the matter with a webhook, and the one thing that helps. */
export function WebhookNotices({ webhook }: { webhook: WebhookDto }) {
  const { active, disabledBecause, failingSince, missedAfter, replay } = webhook;
  return (
    <>
      {!active && <IsOff webhook={webhook} isFault={disabledBecause !== undefined} />}
      {active && failingSince !== undefined && (
        <Notice tone="warn">
          Nothing has reached it since <Time at={failingSince} />. Each delivery is tried ten times in three days; after
          five days without a success the webhook is switched off. The attempts below say what goes wrong.
        </Notice>
      )}
      {active && missedAfter !== undefined && <Missed webhook={webhook} missedAfter={missedAfter} />}
      {replay && <SentAgain replay={replay} isWaiting={!active} />}
    </>
  );
}

/** How far a replay has come. */
function SentAgain({ replay: { kind, after, upTo }, isWaiting }: { replay: ReplayStateDto; isWaiting: boolean }) {
  const what = kind === 'replay' ? 'Events are' : 'What was given up is';
  const place = kind === 'replay' ? 'event' : 'delivery';
  return (
    <Notice tone="plain">
      {what} being sent again, so far up to {place} {after} of {upTo}.
      {isWaiting && ' The rest waits until the webhook is on again.'}
    </Notice>
  );
}

function IsOff({ webhook, isFault }: { webhook: WebhookDto; isFault: boolean }) {
  const toggle = useSwitch(webhook);
  return (
    <>
      <Notice
        tone={isFault ? 'bad' : 'warn'}
        action={
          <Only scopes={WRITE}>
            <OnceButton size="xs" loading={toggle.isPending} onClick={() => toggle.mutate(true)}>
              Switch on
            </OnceButton>
          </Only>
        }
      >
        {stateOf(webhook).why}
        {isFault && ' Fix the receiver, send a test, and switch it on again.'}
      </Notice>
      <ProblemAlert error={toggle.error} />
    </>
  );
}

/** What happened while it was off can be sent now. */
function Missed({ webhook: { id }, missedAfter }: { webhook: WebhookDto; missedAfter: number }) {
  const replay = useReplay(id);
  return (
    <>
      <Notice
        tone="warn"
        action={
          <Only scopes={WRITE}>
            <OnceButton size="xs" loading={replay.isPending} onClick={() => replay.mutate({ after: missedAfter })}>
              Send what was missed
            </OnceButton>
          </Only>
        }
      >
        What happened while it was off was not sent: everything after event {missedAfter}.
      </Notice>
      <ProblemAlert error={replay.error} />
    </>
  );
}
