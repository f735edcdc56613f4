import { Button, NativeSelect } from '@mantine/core';
import { FunnelIcon } from '../theme/screen-icons';
import { FilterBar } from '../form/filter-bar';
import classes from '../form/filter-bar.module.css';
import { Dropdown } from '../page/dropdown';
import { useSearchParams } from '../search-params';
import { localTime } from '../text/times';
import { ACTIONS, FILTER_NAMES, type FilterName, filterOf, FILTERS, TARGETS } from './audit-records';
import { MoreFilters } from './more-filters';

/** Which changes are listed. */
export function AuditFilters() {
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const shown = FILTER_NAMES.filter((name) => filter[name] !== undefined && name !== 'action' && name !== 'targetType');
  return (
    <FilterBar
      label="Filter the audit"
      filter={filter}
      shown={shown.map((name) => ({ name, label: FILTERS[name], words: inWords(name, filter[name] ?? '') }))}
    >
      <Choice name="targetType" all="Any kind" words={TARGETS} />
      <Choice name="action" all="Any action" words={ACTIONS} />
      <Dropdown
        label="More filters"
        width={520}
        button={(props) => (
          <Button {...props} variant="default" leftSection={<FunnelIcon size={16} aria-hidden />}>
            More filters
          </Button>
        )}
      >
        {/* What is typed and not applied goes when the address changes. */}
        <MoreFilters key={JSON.stringify(filter)} />
      </Dropdown>
    </FilterBar>
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
      className={classes.field}
      aria-label={FILTERS[name]}
      data={[{ value: '', label: all }, ...Object.entries(words).map(([value, label]) => ({ value, label }))]}
      value={filterOf(search)[name] ?? ''}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value || undefined })}
    />
  );
}

function inWords(name: FilterName, value: string): string {
  const isTime = name === 'from' || name === 'to';
  return `${FILTERS[name]} ${isTime && Number.isSafeInteger(Number(value)) ? localTime(Number(value)) : value}`;
}
