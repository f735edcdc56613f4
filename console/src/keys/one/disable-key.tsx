import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LicenseKeyDto } from '../../api/schema';
import { Confirm } from '../../form/confirm';
import { ReasonInput, reasonIn } from '../../form/reason-input';
import { Only } from '../../session/only';
import { scopesOf } from '../fields';
import { useUpdateKey } from './key-query';

/** Switches a license key off, or on again. */
export function DisableKey({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const update = useUpdateKey(licenseKey);
  const { disabled } = licenseKey;
  const close = () => {
    setAsked(false);
    setReason('');
  };
  return (
    <>
      <Only scopes={scopesOf('disabled')}>
        <Button variant="default" onClick={() => setAsked(true)}>
          {disabled ? 'Enable' : 'Disable'}
        </Button>
      </Only>
      <Confirm
        title={disabled ? 'Enable this key?' : 'Disable this key?'}
        opened={asked}
        onClose={close}
        onConfirm={() => update.mutate({ disabled: !disabled, ...reasonIn(reason) }, { onSuccess: close })}
        confirm={disabled ? 'Enable key' : 'Disable key'}
        isBusy={update.isPending}
        error={update.error}
        isDestructive={!disabled}
      >
        {disabled
          ? 'Its checks are judged by its other rules again, at once.'
          : 'From its next check on it is refused with KEY DISABLED. It can be enabled again at any time.'}
        <ReasonInput value={reason} onChange={setReason} />
      </Confirm>
    </>
  );
}
