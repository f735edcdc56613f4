import { Button, Table, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { api, pageOf } from '../../api/client';
import type { DeviceDto, LicenseKeyDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { Waiting } from '../../page/waiting';
import { Only } from '../../session/only';
import { usePages } from '../../table/use-pages';
import { Chip } from '../../text/chip';
import { Time } from '../../text/time';
import { ReleaseDevices } from './release-devices';

export type Device = DeviceDto;

const RELEASES = ['devices:write', 'keys:support', 'keys:write'];

/** The devices of a license key with seats, and how they are released. */
export function DevicesPanel({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { id, seats } = licenseKey;
  const [released, setReleased] = useState<Device | 'all'>();
  const devices = usePages<Device>({
    queryKey: ['keys', 'devices', id],
    load: (cursor, signal) =>
      pageOf(
        api.GET('/api/keys/{id}/devices', {
          params: { path: { id: String(id) }, query: { limit: 50, ...cursor } },
          signal,
        }),
      ),
  });
  const { rows } = devices;
  if (seats === undefined && rows.length === 0 && !devices.error) return null;
  return (
    <Panel
      title="Devices"
      lead={seats === undefined ? 'Devices aren’t tracked any more.' : `At most ${seats} at a time.`}
      flush={rows.length > 0}
      actions={
        rows.some(({ hasSeat }) => hasSeat) && (
          <Only scopes={RELEASES}>
            <Button size="xs" variant="default" onClick={() => setReleased('all')}>
              Release all…
            </Button>
          </Only>
        )
      }
    >
      <ProblemAlert error={devices.error} />
      {devices.isLoading && <Waiting />}
      {!devices.isLoading && !devices.error && rows.length === 0 && <p className="quiet">No device has used it yet.</p>}
      {rows.length > 0 && <Devices rows={rows} onRelease={setReleased} />}
      {devices.hasMore && (
        <Button size="xs" ml="lg" my="xs" variant="default" loading={devices.isLoadingMore} onClick={devices.loadMore}>
          More devices
        </Button>
      )}
      {released !== undefined && (
        <ReleaseDevices keyId={id} released={released} onClose={() => setReleased(undefined)} />
      )}
    </Panel>
  );
}

function Devices({ rows, onRelease }: { rows: readonly Device[]; onRelease: (device: Device) => void }) {
  return (
    <Table horizontalSpacing={18} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Device</Table.Th>
          <Table.Th>Seat</Table.Th>
          <Table.Th>Last check</Table.Th>
          <Table.Th>
            <VisuallyHidden>What can be done</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((device) => (
          <Table.Tr key={device.id}>
            <Table.Td>
              {device.name || <span className="quiet">without a name</span>}
              <div className="quiet">{device.address}</div>
            </Table.Td>
            <Table.Td>
              <Seat device={device} />
            </Table.Td>
            <Table.Td>
              <Time at={device.lastSeen} as="relative" />
            </Table.Td>
            <Table.Td ta="end">
              {device.hasSeat && (
                <Only scopes={RELEASES}>
                  <Button size="compact-xs" variant="default" onClick={() => onRelease(device)}>
                    Release…
                  </Button>
                </Only>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Seat({ device: { hasSeat, leaseUntil, heldUntil } }: { device: Device }) {
  if (!hasSeat) return <Chip>free</Chip>;
  const until = heldUntil ?? leaseUntil;
  return (
    <>
      <Chip tone="good">{heldUntil === undefined ? 'taken' : 'offline license'}</Chip>
      {until !== undefined && (
        <div className="quiet">
          until <Time at={until} />
        </div>
      )}
    </>
  );
}
