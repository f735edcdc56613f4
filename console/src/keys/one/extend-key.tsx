import { OnceButton } from '../../form/once-button';
import type { LicenseKeyDto } from '../../api/schema';
import { Dropdown, DropdownItem, DropdownLabel } from '../../page/dropdown';
import { ProblemAlert } from '../../page/problem-alert';
import { Only, OnlyItem } from '../../session/only';
import { dayName } from '../../text/times';
import { useNow } from '../../text/use-now';
import { CalendarPlusIcon } from '../../theme/screen-icons';
import { EXPIRY_PRESETS, extendedFrom } from '../expiry-presets';
import { useEditing } from './use-editing';
import { EXTENDS, scopesFor, useExtend } from './use-extend';
import { useRenew } from './use-renew';

/** Gives a license key more time: by what people say, or by a date. */
export function ExtendKey({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const now = useNow();
  const { extend, isPending, error } = useExtend(licenseKey);
  const renewal = useRenew(licenseKey, now);
  const editing = useEditing('expiresAt');
  const { expiresAt } = licenseKey;
  const from = extendedFrom(expiresAt, now);
  return (
    <>
      <Dropdown
        label="Extend"
        atEnd
        width={270}
        button={(props) => (
          <Only scopes={EXTENDS}>
            <OnceButton
              {...props}
              variant="default"
              loading={isPending || renewal.isPending}
              leftSection={<CalendarPlusIcon size={16} strokeWidth={1.8} />}
            >
              Extend
            </OnceButton>
          </Only>
        )}
      >
        <DropdownLabel>
          {expiresAt === undefined ? 'It never expires. Set a date:' : `It expires ${dayName(expiresAt, now)}.`}
        </DropdownLabel>
        {renewal.end !== undefined && (
          <OnlyItem scopes={scopesFor(expiresAt, renewal.end)} onClick={renewal.renew}>
            Renew by {renewal.by} <span className="quiet">{dayName(renewal.end, now)}</span>
          </OnlyItem>
        )}
        {EXPIRY_PRESETS.map(({ name, endFrom }) => {
          const end = endFrom(from);
          return (
            <OnlyItem key={name} scopes={scopesFor(expiresAt, end)} onClick={() => extend(end)}>
              {name} <span className="quiet">{dayName(end, now)}</span>
            </OnlyItem>
          );
        })}
        <DropdownItem onClick={editing.open}>To a date…</DropdownItem>
      </Dropdown>
      <ProblemAlert error={error ?? renewal.error} />
    </>
  );
}
