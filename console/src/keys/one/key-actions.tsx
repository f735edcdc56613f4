import { Button } from '@mantine/core';
import { EllipsisIcon } from '../../theme/icons';
import { useState } from 'react';
import type { LicenseKeyDto } from '../../api/schema';
import { Confirm } from '../../form/confirm';
import { Dropdown } from '../../page/dropdown';
import { Only, OnlyItem } from '../../session/only';
import { DeleteKey } from './delete-key';
import { useUpdateKey } from './key-query';

interface KeyActionsProps {
  licenseKey: LicenseKeyDto;
  shownAs: string;
}

/** What is done to a license key as a whole. */
export function KeyActions({ licenseKey, shownAs }: KeyActionsProps) {
  const [asked, setAsked] = useState<'address' | 'delete'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <DisableKey licenseKey={licenseKey} shownAs={shownAs} />
      <Dropdown
        label="More to do with this key"
        atEnd
        button={(props) => (
          <Button {...props} variant="default" rightSection={<EllipsisIcon size={16} aria-hidden />}>
            More
          </Button>
        )}
      >
        <OnlyItem
          scopes={['keys:write', 'keys:support']}
          disabled={licenseKey.ip === ''}
          onClick={() => setAsked('address')}
        >
          Forget its address…
        </OnlyItem>
        <OnlyItem scopes={['keys:write']} isDestructive onClick={() => setAsked('delete')}>
          Delete key…
        </OnlyItem>
      </Dropdown>
      {asked === 'address' && <ForgetAddress licenseKey={licenseKey} shownAs={shownAs} onClose={close} />}
      {asked === 'delete' && <DeleteKey licenseKey={licenseKey} onClose={close} />}
    </>
  );
}

function DisableKey({ licenseKey, shownAs }: KeyActionsProps) {
  const [asked, setAsked] = useState(false);
  const update = useUpdateKey(licenseKey, shownAs);
  const { disabled } = licenseKey;
  const close = () => setAsked(false);
  return (
    <>
      <Only scopes={['keys:write', 'keys:support', 'keys:disable']}>
        <Button variant="default" onClick={() => setAsked(true)}>
          {disabled ? 'Enable' : 'Disable'}
        </Button>
      </Only>
      <Confirm
        title={disabled ? 'Enable this key?' : 'Disable this key?'}
        opened={asked}
        onClose={close}
        onConfirm={() => update.mutate({ disabled: !disabled }, { onSuccess: close })}
        confirm={disabled ? 'Enable key' : 'Disable key'}
        isBusy={update.isPending}
        error={update.error}
        isDestructive={!disabled}
      >
        {disabled
          ? 'Its checks are judged by its other rules again, at once.'
          : 'From its next check on it is refused with KEY DISABLED. It can be enabled again at any time.'}
      </Confirm>
    </>
  );
}

function ForgetAddress({ licenseKey, shownAs, onClose }: KeyActionsProps & { onClose: () => void }) {
  const update = useUpdateKey(licenseKey, shownAs);
  return (
    <Confirm
      title="Forget the address of this key?"
      opened
      onClose={onClose}
      onConfirm={() => update.mutate({ ip: '' }, { onSuccess: onClose })}
      confirm="Forget address"
      isBusy={update.isPending}
      error={update.error}
    >
      Address: <del>{licenseKey.ip}</del> → <strong>any</strong>.{' '}
      {licenseKey.locked
        ? 'The key is node-locked: its next check that passes pins it to the address from which it comes.'
        : 'Every address may use the key then.'}
    </Confirm>
  );
}
