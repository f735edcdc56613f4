import { Button, Table } from '@mantine/core';
import { OnceButton } from '../form/once-button';
import type { ProductReleaseDto, SharesDto } from '../api/schema';
import { EditAndDelete } from '../page/edit-and-delete';
import { Panel } from '../page/panel';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import { Chip } from '../text/chip';
import { Time } from '../text/time';
import { CreateRelease } from './create-release';
import { DeleteRelease } from './delete-release';
import { EditRelease } from './edit-release';
import { useReleases } from './releases';
import classes from './releases.module.css';
import { ShareOfChecks, SharesNote, useShares } from './share-of-checks';

const WRITE = ['plans:write'];

/** What was released of a product, which decides who may use which version. */
export function ReleasesPanel({ pid }: { pid: number }) {
  const [search, change] = useSearchParams();
  const mayChange = useCan(...WRITE);
  const shares = useShares(pid);
  const { rows, error, isLoading, hasMore, isLoadingMore, loadMore } = useReleases(pid);
  const find = (name: string) => (mayChange ? rows.find(({ id }) => String(id) === firstOf(search[name])) : undefined);
  const [edited, deleted] = [find('release'), find('deleteRelease')];
  return (
    <Panel
      title="Releases"
      aside={rows.length > 0 ? 'A license key can’t use what was released after its updates ended' : undefined}
      flush={rows.length > 0}
      actions={
        <Only scopes={WRITE}>
          <Button variant="default" size="xs" onClick={() => change({ createRelease: '1' })}>
            Register a release
          </Button>
        </Only>
      }
    >
      <ReadProblem error={error} />
      {isLoading && <Waiting />}
      {!isLoading && !error && rows.length === 0 && (
        <p className="quiet">
          No releases yet. Register what you release, so that license keys can cover updates up to a date.
        </p>
      )}
      {rows.length > 0 && <Releases rows={rows} shares={shares} />}
      {rows.length > 0 && !hasMore && shares && <SharesNote shares={shares} releases={rows} />}
      {hasMore && (
        <OnceButton size="xs" mx="lg" my="xs" variant="default" loading={isLoadingMore} onClick={loadMore}>
          More releases
        </OnceButton>
      )}
      {mayChange && (
        <CreateRelease
          pid={pid}
          opened={search['createRelease'] !== undefined}
          onClose={() => change({ createRelease: undefined })}
        />
      )}
      {edited && <EditRelease release={edited} onClose={() => change({ release: undefined })} />}
      {deleted && <DeleteRelease release={deleted} onClose={() => change({ deleteRelease: undefined })} />}
    </Panel>
  );
}

function Releases({ rows, shares }: { rows: readonly ProductReleaseDto[]; shares: SharesDto | undefined }) {
  return (
    <Table horizontalSpacing={18} fz="sm" className={classes.releases}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Version</Table.Th>
          <Table.Th>Released</Table.Th>
          {shares && <Table.Th>Share of checks, 7 days</Table.Th>}
          <Table.Th>Platform</Table.Th>
          <Table.Th>Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((release) => (
          <Row key={release.id} release={release} shares={shares} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ release, shares }: { release: ProductReleaseDto; shares: SharesDto | undefined }) {
  const { id, version, channel, platform, releasedAt } = release;
  const [, change] = useSearchParams();
  return (
    <Table.Tr>
      <Table.Td>
        <strong>{version}</strong> <Chip>{channel}</Chip>
      </Table.Td>
      <Table.Td>
        <Time at={releasedAt} as="day" />
      </Table.Td>
      {shares && (
        <Table.Td data-label="Checks, 7 days">
          <ShareOfChecks release={release} shares={shares} />
        </Table.Td>
      )}
      <Table.Td data-label="Platform">{platform}</Table.Td>
      <Table.Td>
        <EditAndDelete
          scopes={WRITE}
          name={version}
          edit={() => change({ release: String(id) })}
          remove={() => change({ deleteRelease: String(id) })}
        />
      </Table.Td>
    </Table.Tr>
  );
}
