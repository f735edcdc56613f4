import { OnceButton } from '../../form/once-button';
import { useState } from 'react';
import type { LicenseKeyDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { Waiting } from '../../page/waiting';
import { grouped } from '../../text/numbers';
import { SeatDots } from '../seat-dots';
import { StripAxis, StripLegend } from '../../usage/usage-strip';
import { DeviceRow, OtherChecksRow } from './device-row';
import classes from './devices.module.css';
import { type Device, useDevices, useKeyUsage } from './devices';
import { ReleaseDevices } from './release-devices';

/** Who uses a license key: each device on one axis of days, and how its seat is released. */
export function DevicesPanel({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { id, seats } = licenseKey;
  const [released, setReleased] = useState<Device>();
  const { pages, taken, isCut } = useDevices(licenseKey);
  const { data: usage } = useKeyUsage(id);
  const { rows } = pages;
  const others = usage?.devices.find((device) => device.id === undefined);
  const isEmpty = !pages.isLoading && !pages.error && rows.length === 0 && !others;
  return (
    <Panel
      title="Devices"
      flush={!isEmpty}
      aside={seats === undefined ? 'not counted' : <Seats seats={seats} taken={taken} isCut={isCut} />}
      actions={usage && !isEmpty && <StripLegend />}
    >
      <ProblemAlert error={pages.error} />
      {pages.isLoading && <Waiting />}
      {isEmpty && <p className="quiet">No device has used it yet.</p>}
      {rows.map((device) => (
        <DeviceRow key={device.id} device={device} usage={usage} onRelease={() => setReleased(device)} />
      ))}
      {usage && others && <OtherChecksRow usage={usage} used={others} isAlone={rows.length === 0} />}
      {usage && !isEmpty && (
        <div className={classes.device}>
          <span />
          <StripAxis days={usage.days} />
        </div>
      )}
      {pages.hasMore && (
        <OnceButton size="xs" ml="lg" my="xs" variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
          More devices
        </OnceButton>
      )}
      {released !== undefined && (
        <ReleaseDevices keyId={id} released={released} onClose={() => setReleased(undefined)} />
      )}
    </Panel>
  );
}

function Seats({ seats, taken, isCut }: { seats: number; taken: number; isCut: boolean }) {
  const words = `${grouped(taken)}${isCut ? ' or more' : ''} of ${grouped(seats)} ${seats === 1 ? 'seat' : 'seats'} taken`;
  return (
    <>
      <SeatDots seats={seats} taken={taken} />
      <span>{words}</span>
    </>
  );
}
