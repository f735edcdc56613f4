import { Button, CloseButton, NativeSelect } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Dropdown } from '../page/dropdown';
import { useSearchParams } from '../search-params';
import { localTime } from '../text/times';
import { ACTIONS, FILTER_NAMES, type FilterName, filterOf, FILTERS, TARGETS } from './audit-records';
import { MoreFilters } from './more-filters';
import classes from './audit-filters.module.css';

/** What the audit is narrowed to. Everything stands in the address, so that it can be sent to a colleague. */
export function AuditFilters() {
  const [search, change] = useSearchParams();
  const filter = filterOf(search);
  const shown = FILTER_NAMES.filter((name) => filter[name] !== undefined && name !== 'action' && name !== 'targetType');
  return (
    <div className={classes.bar} role="search" aria-label="Filter the audit">
      <Choice name="targetType" all="To anything" words={TARGETS} />
      <Choice name="action" all="Anything done" words={ACTIONS} />
      <Dropdown
        label="More filters"
        width={520}
        button={(props) => (
          <Button {...props} variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
            More filters
          </Button>
        )}
      >
        {/* What is typed and not applied goes when the address changes. */}
        <MoreFilters key={JSON.stringify(filter)} />
      </Dropdown>
      {shown.map((name) => (
        <span key={name} className={classes.chip}>
          {FILTERS[name]} {inWords(name, filter[name] ?? '')}
          <CloseButton
            size="xs"
            aria-label={`Without ${FILTERS[name]}`}
            onClick={() => change({ [name]: undefined })}
          />
        </span>
      ))}
      {Object.keys(filter).length > 1 && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
        >
          Clear all
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  name: 'action' | 'targetType';
  all: string;
  words: Readonly<Record<string, string>>;
}

function Choice({ name, all, words }: ChoiceProps) {
  const [search, change] = useSearchParams();
  return (
    <NativeSelect
      className={classes.choice}
      aria-label={FILTERS[name]}
      data={[{ value: '', label: all }, ...Object.entries(words).map(([value, label]) => ({ value, label }))]}
      value={filterOf(search)[name] ?? ''}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value || undefined })}
    />
  );
}

function inWords(name: FilterName, value: string): string {
  const isTime = name === 'from' || name === 'to';
  return isTime && Number.isSafeInteger(Number(value)) ? localTime(Number(value)) : value;
}
