import { Button, Checkbox, TextInput } from '@mantine/core';
import { ChevronDownIcon } from '../theme/screen-icons';
import { useId, useState } from 'react';
import { Choice } from '../form/choice';
import { FilterText } from '../form/filter-text';
import { Dropdown } from '../page/dropdown';
import { useIsWide } from '../page/use-is-wide';
import { useSearchParams } from '../search-params';
import { fromLocalInput, toLocalInput } from '../text/times';
import { FILTER_NAMES, type LiveFilter, VERDICTS } from './live-filter';
import classes from './live.module.css';

/** On a phone these would take half of the screen from the checks. */
const RARER = ['key', 'uid', 'ip', 'pid', 'to'] as const;

/** Which checks are shown; all of it stands in the address. */
export function LiveFilters({ filter }: { filter: LiveFilter }) {
  const [, change] = useSearchParams();
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(false);
  const isNarrowed = FILTER_NAMES.some((name) => (filter[name]?.length ?? 0) > 0);
  const isNeeded = isWide || RARER.some((name) => filter[name] !== undefined);
  return (
    <div className={classes.filters} role="search" aria-label="Filter checks">
      <Outcome chosen={filter.pass ?? ''} onChange={(pass) => change({ pass: pass || undefined })} />
      <Verdicts
        chosen={filter.status}
        onChange={(status) => change({ status: status.length > 0 ? status : undefined })}
      />
      {!isNeeded && (
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
      )}
      {(isNeeded || isOpen) && <RarerFilters filter={filter} />}
      {isNarrowed && (
        <Button
          variant="subtle"
          onClick={() => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

function RarerFilters({ filter }: { filter: LiveFilter }) {
  const [, change] = useSearchParams();
  return (
    <>
      <FilterText aria-label="Key" placeholder="Key" value={filter.key ?? ''} onChange={(key) => change({ key })} />
      <FilterText
        aria-label="Customer ID"
        placeholder="Customer ID"
        value={filter.uid ?? ''}
        onChange={(uid) => change({ uid })}
      />
      <FilterText
        aria-label="Address"
        placeholder="Address"
        value={filter.ip ?? ''}
        onChange={(ip) => change({ ip })}
      />
      <FilterText
        aria-label="Product"
        placeholder="Product"
        inputMode="numeric"
        className={classes.short}
        value={filter.pid ?? ''}
        onChange={(pid) => change({ pid })}
      />
      <LookBack to={Number(filter.to ?? Number.NaN)} onChange={(to) => change({ to: to?.toString() })} />
    </>
  );
}

function Outcome({ chosen, onChange }: { chosen: string; onChange: (chosen: string) => void }) {
  return (
    <Choice
      label="Passed or refused"
      value={chosen}
      onChange={onChange}
      options={[
        { value: '', label: 'All' },
        { value: 'true', label: 'Passed' },
        { value: 'false', label: 'Refused' },
      ]}
    />
  );
}

function LookBack({ to, onChange }: { to: number; onChange: (to: number | undefined) => void }) {
  const id = useId();
  return (
    <div className={classes.back}>
      <label htmlFor={id}>Look back from</label>
      <TextInput
        id={id}
        type="datetime-local"
        value={Number.isNaN(to) ? '' : toLocalInput(to)}
        onChange={(event) => onChange(fromLocalInput(event.currentTarget.value))}
      />
    </div>
  );
}

interface VerdictsProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function Verdicts({ chosen, onChange }: VerdictsProps) {
  return (
    <Dropdown
      label="Verdicts"
      button={(props) => (
        <Button {...props} variant="default" rightSection={<ChevronDownIcon size={15} aria-hidden />}>
          {chosen.length === 0 ? 'Any verdict' : chosen.length === 1 ? chosen[0] : `${chosen.length} verdicts`}
        </Button>
      )}
    >
      <Checkbox.Group value={[...chosen]} onChange={onChange} label="Verdicts">
        <div className={classes.verdicts}>
          {VERDICTS.map((label) => (
            <Checkbox key={label} value={label} label={label} />
          ))}
        </div>
      </Checkbox.Group>
    </Dropdown>
  );
}
