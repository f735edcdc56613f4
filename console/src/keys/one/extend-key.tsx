import { Button } from '@mantine/core';
import { LICENSE_KEY_FIELDS } from '../../../../src/licensing/license-keys/license-key-fields';
import type { LicenseKeyDto } from '../../api/schema';
import { Dropdown, DropdownItem, DropdownLabel } from '../../page/dropdown';
import { notify } from '../../page/notify';
import { ProblemAlert } from '../../page/problem-alert';
import { Only, OnlyItem } from '../../session/only';
import { DAY_MS, dayName } from '../../text/times';
import { useNow } from '../../text/use-now';
import { CalendarPlusIcon } from '../../theme/icons';
import { EXPIRY_PRESETS, extendedFrom } from '../expiry-presets';
import { useUpdateKey } from './key-query';
import { useEditing } from './use-editing';

const { changedBy, movedByDays } = LICENSE_KEY_FIELDS.expiresAt;

/** Gives a license key more time: by what people say, or by a date. */
export function ExtendKey({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const now = useNow();
  const update = useUpdateKey(licenseKey);
  const editing = useEditing('expiresAt');
  const { expiresAt } = licenseKey;
  const from = extendedFrom(expiresAt, now);
  const extend = (end: number) =>
    update.mutate({ expiresAt: end }, { onSuccess: () => notify(`The key expires ${dayName(end, now)}.`) });
  return (
    <>
      <Dropdown
        label="Extend"
        atEnd
        width={270}
        button={(props) => (
          <Only scopes={['keys:write', ...changedBy]}>
            <Button
              {...props}
              variant="default"
              loading={update.isPending}
              leftSection={<CalendarPlusIcon size={16} strokeWidth={1.8} />}
            >
              Extend
            </Button>
          </Only>
        )}
      >
        <DropdownLabel>
          {expiresAt === undefined ? 'It never expires. Give it an end:' : `It expires ${dayName(expiresAt, now)}.`}
        </DropdownLabel>
        {EXPIRY_PRESETS.map(({ name, endFrom }) => {
          const end = endFrom(from);
          return (
            <OnlyItem key={name} scopes={scopesFor(expiresAt, end)} onClick={() => extend(end)}>
              {name.replace(/^by/, 'By')} <span className="quiet">{dayName(end, now)}</span>
            </OnlyItem>
          );
        })}
        <DropdownItem onClick={editing.open}>To a date…</DropdownItem>
      </Dropdown>
      {update.error && <ProblemAlert error={update.error} />}
    </>
  );
}

/** Who may move the end only so far may neither move it further nor give one. */
const scopesFor = (expiresAt: number | undefined, end: number) =>
  expiresAt !== undefined && end > expiresAt && end - expiresAt <= movedByDays * DAY_MS
    ? ['keys:write', ...changedBy]
    : ['keys:write'];
