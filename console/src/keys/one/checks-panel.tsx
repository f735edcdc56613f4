import { ActionIcon, Button } from '@mantine/core';
import { OnceButton } from '../../form/once-button';
import type { LicenseKeyDto } from '../../api/schema';
import { RELEASED } from '../../overview/verdicts';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { Waiting } from '../../page/waiting';
import { grouped } from '../../text/numbers';
import { DownloadIcon, RefreshCwIcon } from '../../theme/screen-icons';
import { daySums, total, useCheckFilter } from './check-filter';
import { CheckFilters } from './check-filters';
import { CheckRows } from './check-rows';
import classes from './checks.module.css';
import { useDevices, useKeyUsage } from './devices';
import { useChecks } from './use-checks';

/** The checks of a license key by day, newest first, with the day's sums. */
export function ChecksPanel({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { id } = licenseKey;
  const { data: usage, error, isPending } = useKeyUsage(id);
  const { pages: devices } = useDevices(licenseKey);
  const [filter, narrow] = useCheckFilter(usage);
  const { pages, file, reload } = useChecks(id, filter, !isPending);
  const sums = usage && daySums(usage, filter);
  const isEmpty = !pages.isLoading && !pages.error && pages.rows.length === 0;
  return (
    <Panel
      title="Checks"
      flush
      aside={usage && `${grouped(usage.passed + usage.refused)} in ${usage.days.length} days`}
      actions={<Actions file={file} onReload={reload} />}
    >
      <CheckFilters filter={filter} onChange={narrow} total={sums && total(sums)} devices={devices.rows} />
      <ProblemAlert error={pages.error ?? error} />
      {pages.isLoading && <Waiting />}
      {isEmpty && !isPending && <p className={classes.none}>No matching checks in {filter.days} days.</p>}
      {pages.rows.length > 0 && <CheckRows rows={pages.rows} sums={sums} devices={devices.rows} />}
      {pages.rows.length > 0 && (
        <footer className={classes.foot}>
          <span className="quiet">
            {grouped(pages.rows.filter(({ status }) => status !== RELEASED).length)}
            {sums && ` of ${grouped(totalOf(total(sums), filter.outcome))}`}
          </span>
          {pages.hasMore && (
            <OnceButton size="compact-sm" variant="subtle" loading={pages.isLoadingMore} onClick={pages.loadMore}>
              Show more
            </OnceButton>
          )}
        </footer>
      )}
    </Panel>
  );
}

const totalOf = ({ passed, refused }: { passed: number; refused: number }, outcome?: 'passed' | 'refused') =>
  outcome === undefined ? passed + refused : { passed, refused }[outcome];

function Actions({ file, onReload }: { file: string; onReload: () => void }) {
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<DownloadIcon size={14} />}
        component="a"
        href={file}
        download
      >
        CSV
      </Button>
      <ActionIcon size="sm" aria-label="Reload" title="Reload" onClick={onReload}>
        <RefreshCwIcon size={15} />
      </ActionIcon>
    </>
  );
}
