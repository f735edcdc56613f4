import { Button } from '@mantine/core';
import { Choice } from '../../form/choice';
import { Dropdown, DropdownItem } from '../../page/dropdown';
import { HistoryIcon, MonitorIcon } from '../../theme/icons';
import { ChevronDownIcon } from '../../theme/screen-icons';
import { type CheckFilter, RANGES } from './check-filter';
import classes from './checks.module.css';
import { type Device, nameOfDevice } from './devices';

interface CheckFiltersProps {
  filter: CheckFilter;
  onChange: (changed: Partial<CheckFilter>) => void;
  /** How many there are in the range; absent while nobody knows. */
  total?: { passed: number; refused: number };
  devices: readonly Device[];
}

const ALL = '';

/** Which checks are listed, with how many there are. */
export function CheckFilters({ filter, onChange, total, devices }: CheckFiltersProps) {
  const all = total && total.passed + total.refused;
  const outcomes = [
    { value: ALL, label: 'All', count: all },
    { value: 'passed', label: 'Passed', count: total?.passed },
    { value: 'refused', label: 'Refused', count: total?.refused },
  ] as const;
  return (
    <div className={classes.filters} role="search" aria-label="Filter checks">
      <Pick label="Range" icon={<HistoryIcon size={14} />} chosen={`Last ${filter.days} days`}>
        {RANGES.map((days) => (
          <DropdownItem key={days} isChosen={days === filter.days} onClick={() => onChange({ days })}>
            Last {days} days
          </DropdownItem>
        ))}
      </Pick>
      <Choice
        label="Verdict"
        value={filter.outcome ?? ALL}
        onChange={(outcome) => onChange({ outcome: outcome === ALL ? undefined : outcome })}
        options={outcomes}
      />
      {devices.length > 0 && (
        <Pick label="Device" icon={<MonitorIcon size={14} />} chosen={chosenOf(devices, filter.device)}>
          <DropdownItem isChosen={filter.device === undefined} onClick={() => onChange({ device: undefined })}>
            Any device
          </DropdownItem>
          {devices.map((device) => (
            <DropdownItem
              key={device.id}
              isChosen={device.id === filter.device}
              onClick={() => onChange({ device: device.id })}
            >
              {nameOfDevice(device)}
            </DropdownItem>
          ))}
        </Pick>
      )}
    </div>
  );
}

function chosenOf(devices: readonly Device[], chosen: number | undefined): string {
  if (chosen === undefined) return 'Any device';
  return nameOfDevice(devices.find(({ id }) => id === chosen) ?? { id: chosen, name: '' });
}

interface PickProps {
  label: string;
  icon: React.ReactNode;
  chosen: string;
  children: React.ReactNode;
}

function Pick({ label, icon, chosen, children }: PickProps) {
  return (
    <Dropdown
      label={label}
      button={(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          leftSection={icon}
          rightSection={<ChevronDownIcon size={14} aria-hidden />}
        >
          {chosen}
        </Button>
      )}
    >
      {children}
    </Dropdown>
  );
}
