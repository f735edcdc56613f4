import { Button } from '@mantine/core';
import { EllipsisIcon } from '../../theme/icons';
import { useState } from 'react';
import type { LicenseKeyDto } from '../../api/schema';
import { Confirm } from '../../form/confirm';
import { Dropdown, DropdownItem } from '../../page/dropdown';
import { useCan } from '../../session/me';
import { DeleteKey } from './delete-key';
import { useUpdateKey } from './key-query';

interface KeyActionsProps {
  licenseKey: LicenseKeyDto;
  shownAs: string;
}

/** What is done to a license key as a whole. */
export function KeyActions({ licenseKey, shownAs }: KeyActionsProps) {
  const [asked, setAsked] = useState<'address' | 'delete'>();
  const mayDisable = useCan('keys:disable', 'keys:write');
  const mayWrite = useCan('keys:write');
  const close = () => setAsked(undefined);
  return (
    <>
      {mayDisable && <DisableKey licenseKey={licenseKey} shownAs={shownAs} />}
      {mayWrite && (
        <Dropdown
          label="More to do with this key"
          atEnd
          button={(props) => (
            <Button {...props} variant="default" rightSection={<EllipsisIcon size={16} aria-hidden />}>
              More
            </Button>
          )}
        >
          <DropdownItem disabled={licenseKey.ip === ''} onClick={() => setAsked('address')}>
            Forget its address…
          </DropdownItem>
          <DropdownItem isDestructive onClick={() => setAsked('delete')}>
            Delete key…
          </DropdownItem>
        </Dropdown>
      )}
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
      <Button variant="default" onClick={() => setAsked(true)}>
        {disabled ? 'Enable' : 'Disable'}
      </Button>
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
