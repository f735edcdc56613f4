import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tagged } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { SEND } from '../../mail/mails';
import { DropdownItem } from '../../page/dropdown';
import { MoreMenu } from '../../page/more-menu';
import { OnlyItem } from '../../session/only';
import { ActivityIcon, FileBadgeIcon, MailIcon, MonitorIcon, PencilIcon, UserRoundIcon } from '../../theme/icons';
import { MapPinIcon, RefreshCwIcon, Trash2Icon } from '../../theme/screen-icons';
import { scopesOf } from '../fields';
import { DeleteKey } from './delete-key';
import { RELEASES } from './devices';
import { DisableKey } from './disable-key';
import { ExtendKey } from './extend-key';
import { ForgetAddress } from './forget-address';
import { MailKey } from './mail-key';
import { ReleaseDevices } from './release-devices';
import { REPLACES } from './replace-key';
import { useEditing } from './use-editing';

type Asked = 'address' | 'devices' | 'mail' | 'delete';

const ICON = { size: 15, strokeWidth: 1.8 };

/** What is done to a license key as a whole. */
export function KeyActions({ licenseKey }: { licenseKey: Tagged<LicenseKeyDto> }) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <>
      <ExtendKey licenseKey={licenseKey} />
      <DisableKey licenseKey={licenseKey} />
      <MoreToDo licenseKey={licenseKey} onAsk={setAsked} />
      {asked === 'address' && <ForgetAddress licenseKey={licenseKey} onClose={close} />}
      {asked === 'devices' && <ReleaseDevices keyId={licenseKey.id} released="all" onClose={close} />}
      {asked === 'mail' && <MailKey licenseKey={licenseKey} onClose={close} />}
      {asked === 'delete' && <DeleteKey licenseKey={licenseKey} onClose={close} />}
    </>
  );
}

interface MoreToDoProps {
  licenseKey: LicenseKeyDto;
  onAsk: (what: Asked) => void;
}

function MoreToDo({ licenseKey: { id, ip, seats }, onAsk }: MoreToDoProps) {
  const navigate = useNavigate();
  const address = useEditing('ip');
  const note = useEditing('note');
  const customer = useEditing('uid');
  const value = useEditing('key');
  const ask = () => void navigate({ to: '/keys/$id/ask', params: { id: String(id) } });
  const issue = () => void navigate({ to: '/offline-licenses', search: { key: String(id) } });
  return (
    <MoreMenu of="this key" width={262}>
      <DropdownItem icon={<ActivityIcon {...ICON} />} onClick={ask}>
        Ask what a check would answer
      </DropdownItem>
      <OnlyItem scopes={scopesOf('ip')} icon={<MapPinIcon {...ICON} />} onClick={address.open}>
        Bind to another address…
      </OnlyItem>
      <OnlyItem
        scopes={scopesOf('ip')}
        icon={<MapPinIcon {...ICON} />}
        disabled={ip === ''}
        onClick={() => onAsk('address')}
      >
        Forget its address…
      </OnlyItem>
      <OnlyItem scopes={REPLACES} icon={<RefreshCwIcon {...ICON} />} onClick={value.open}>
        Replace the key…
      </OnlyItem>
      <OnlyItem scopes={SEND} icon={<MailIcon {...ICON} />} onClick={() => onAsk('mail')}>
        Mail the key…
      </OnlyItem>
      <OnlyItem scopes={scopesOf('note')} icon={<PencilIcon {...ICON} />} onClick={note.open}>
        Edit the note…
      </OnlyItem>
      {seats !== undefined && (
        <OnlyItem scopes={RELEASES} icon={<MonitorIcon {...ICON} />} onClick={() => onAsk('devices')}>
          Release all devices…
        </OnlyItem>
      )}
      <OnlyItem scopes={['licenses:sign']} icon={<FileBadgeIcon {...ICON} />} onClick={issue}>
        Issue an offline license…
      </OnlyItem>
      <OnlyItem scopes={scopesOf('uid')} icon={<UserRoundIcon {...ICON} />} onClick={customer.open}>
        Move to another customer…
      </OnlyItem>
      <OnlyItem scopes={['keys:write']} icon={<Trash2Icon {...ICON} />} isDestructive onClick={() => onAsk('delete')}>
        Delete key…
      </OnlyItem>
    </MoreMenu>
  );
}
