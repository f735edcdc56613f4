import { Button } from '@mantine/core';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import { Confirm } from '../form/confirm';
import { Facts } from '../page/facts';
import { Panel } from '../page/panel';
import { Only } from '../session/only';
import { Chip } from '../text/chip';
import { Time } from '../text/time';
import { endingOf, type SigningStatus } from './signing';
import { useSigningChange } from './use-signing-change';
import classes from './signing.module.css';

const WARNINGS = {
  ended: 'The key set has expired: programs no longer trust anything that is signed. Rotate the signing key now.',
  soon: 'The key set expires soon; after that, programs trust nothing that is signed. Rotate the signing key before then.',
};

/** Signing status: who issues, which version of the key set is the latest, and until when it holds. */
export function KeySetPanel({ status }: { status: SigningStatus }) {
  const { isReady, issuer, version, exp = 0, root } = status;
  const [isAsking, setAsking] = useState(false);
  const ending = endingOf(exp);
  return (
    <Panel
      title="Key set"
      lead="The list of signing keys that programs fetch, signed by the root key. Each change makes the next version."
      actions={
        root?.isExported === false && (
          <Only scopes={['signing:write']}>
            <Button variant="default" onClick={() => setAsking(true)}>
              Rotate signing key
            </Button>
          </Only>
        )
      }
    >
      {ending !== undefined && (
        <div className={classes.warning} role="alert" style={{ marginBottom: 12 }}>
          <p>{WARNINGS[ending]}</p>
        </div>
      )}
      <Facts
        facts={{
          State: <Chip tone={isReady ? 'good' : 'bad'}>{isReady ? 'Answers are signed' : 'Nothing is signed'}</Chip>,
          Issuer: issuer,
          Version: version,
          'Valid until': <Time at={1000 * exp} />,
        }}
      />
      {isAsking && <RotateSigningKey onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function RotateSigningKey({ onClose }: { onClose: () => void }) {
  const rotate = useSigningChange(
    () => answerOf(api.POST('/api/signing/rotate')),
    'A new signing key signs from now on.',
    onClose,
  );
  return (
    <Confirm
      title="Rotate the signing key?"
      opened
      onClose={onClose}
      onConfirm={() => rotate.mutate()}
      confirm="Rotate signing key"
      isBusy={rotate.isPending}
      error={rotate.error}
    >
      <p style={{ marginTop: 0 }}>
        A new key signs from now on, and the key set is valid for another 400 days. What the previous key signed stays
        valid: no program and no customer notices. Do this every few months.
      </p>
      <p>Was the key stolen? Revoke it in the list of signing keys instead.</p>
    </Confirm>
  );
}
