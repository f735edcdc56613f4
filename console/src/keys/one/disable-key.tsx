import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Tagged } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { Confirm } from '../../form/confirm';
import { ReasonInput, reasonIn } from '../../form/reason-input';
import { Only } from '../../session/only';
import { scopesOf } from '../fields';
import { KeyChangedMeanwhile } from './key-changed-meanwhile';
import { useUpdateKey } from './key-query';

/** Switches a license key off, or on again. */
export function DisableKey({ licenseKey }: { licenseKey: Tagged<LicenseKeyDto> }) {
  // As it was then: the question doesn't turn round under somebody's hand.
  const [asked, setAsked] = useState<Tagged<LicenseKeyDto>>();
  return (
    <>
      <Only scopes={scopesOf('disabled')}>
        <Button variant="default" onClick={() => setAsked(licenseKey)}>
          {licenseKey.disabled ? 'Enable' : 'Disable'}
        </Button>
      </Only>
      {asked && <Question licenseKey={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface QuestionProps {
  licenseKey: Tagged<LicenseKeyDto>;
  onClose: () => void;
}

function Question({ licenseKey, onClose }: QuestionProps) {
  const [reason, setReason] = useState('');
  const update = useUpdateKey(licenseKey);
  const { id, disabled } = licenseKey;
  const change = { disabled: !disabled };
  const save = (etag: string | undefined) =>
    update.mutate({ ...change, ...reasonIn(reason), etag }, { onSuccess: onClose });
  return (
    <>
      <Confirm
        title={disabled ? 'Enable this key?' : 'Disable this key?'}
        opened
        onClose={onClose}
        onConfirm={() => save(licenseKey.etag)}
        confirm={disabled ? 'Enable key' : 'Disable key'}
        isBusy={update.isPending}
        error={update.error}
        isDestructive={!disabled}
      >
        {disabled
          ? 'The other rules decide its checks again, at once.'
          : 'It is refused with KEY DISABLED from its next check on. You can enable it again at any time.'}
        <ReasonInput value={reason} onChange={setReason} />
      </Confirm>
      <KeyChangedMeanwhile id={id} update={update} change={change} onKeep={save} onTake={onClose} />
    </>
  );
}
