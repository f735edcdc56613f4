import { useState } from 'react';
import type { Tagged } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { Confirm } from '../../form/confirm';
import { KeyChangedMeanwhile } from './key-changed-meanwhile';
import { useUpdateKey } from './key-query';

interface ForgetAddressProps {
  licenseKey: Tagged<LicenseKeyDto>;
  onClose: () => void;
}

const CHANGE = { ip: '' };

/** Binds a license key to no address any more. */
export function ForgetAddress({ licenseKey, onClose }: ForgetAddressProps) {
  // As it was when somebody asked for it.
  const [{ id, ip, locked, etag }] = useState(licenseKey);
  const update = useUpdateKey(licenseKey);
  const save = (based: string | undefined) => update.mutate({ ...CHANGE, etag: based }, { onSuccess: onClose });
  return (
    <>
      <Confirm
        title="Forget this key’s address?"
        opened
        onClose={onClose}
        onConfirm={() => save(etag)}
        confirm="Forget address"
        isBusy={update.isPending}
        error={update.error}
      >
        Address: <del>{ip}</del> → <strong>any</strong>.{' '}
        {locked
          ? 'The key is node-locked: its next check that passes binds it to the address it comes from.'
          : 'Any address may use the key then.'}
      </Confirm>
      <KeyChangedMeanwhile id={id} update={update} change={CHANGE} onKeep={save} onTake={onClose} />
    </>
  );
}
