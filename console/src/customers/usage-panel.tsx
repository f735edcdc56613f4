import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LicenseKeyDto, UsageDto, UsedDeviceDto } from '../api/schema';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { ProductName } from '../products/product-name';
import { Time } from '../text/time';
import { StripAxis, StripLegend, UsageStrip } from '../usage/usage-strip';
import { customerUsageQuery } from '../usage/use-usage';
import classes from './customers.module.css';

/** Every device of a customer on one axis of days, under the license key that it uses. */
export function UsagePanel({ uid, keys }: { uid: string; keys: readonly LicenseKeyDto[] }) {
  const { data: usage, error } = useQuery(customerUsageQuery(uid));
  const ofKeys = new Map<number, UsedDeviceDto[]>();
  for (const device of usage?.devices ?? []) {
    const others = ofKeys.get(device.key);
    if (others) others.push(device);
    else ofKeys.set(device.key, [device]);
  }
  return (
    <Panel title="Devices and checks" lead={usage && `${usage.days.length} days${gapOf(usage)}`}>
      <ProblemAlert error={error} />
      {!usage && !error && <Waiting />}
      {usage && ofKeys.size === 0 && <p className="quiet">No checks in {usage.days.length} days.</p>}
      {usage &&
        [...ofKeys].map(([keyId, devices]) => (
          <section key={keyId} className={classes.ofKey}>
            <h3>
              <KeyTitle keyId={keyId} known={keys.find(({ id }) => id === keyId)} />
            </h3>
            {devices.map((device) => (
              <DeviceRow key={device.id ?? 'others'} device={device} days={usage.days} />
            ))}
          </section>
        ))}
      {usage && ofKeys.size > 0 && (
        <>
          <div className={classes.device}>
            <span />
            <StripAxis days={usage.days} />
          </div>
          <div className={classes.foot}>
            <StripLegend />
          </div>
        </>
      )}
    </Panel>
  );
}

/** What is left out of the days. */
function gapOf({ complete, since }: UsageDto): string {
  if (complete) return '';
  return since === undefined ? ': only the oldest license keys' : ': only the newest checks';
}

function KeyTitle({ keyId, known }: { keyId: number; known?: LicenseKeyDto }) {
  return (
    <Link to="/keys/$id" params={{ id: String(keyId) }}>
      {known ? <ProductName pid={known.product} /> : `License key ${keyId}`}
    </Link>
  );
}

function DeviceRow({ device, days }: { device: UsedDeviceDto; days: readonly string[] }) {
  const { id, name, hasSeat, lastPassedAt, lastRefusedAt } = device;
  const called = name || (id === undefined ? 'Device not listed' : `Device ${id}`);
  const isRefused = (lastRefusedAt ?? 0) > (lastPassedAt ?? 0);
  return (
    <div className={classes.device}>
      <div className={classes.name}>{called}</div>
      <UsageStrip label={called} days={days} used={device} />
      <div className={classes.last}>
        <div>
          {isRefused && 'refused '}
          <Time at={isRefused ? lastRefusedAt : lastPassedAt} as="relative" />
        </div>
        {id !== undefined && <div className="quiet">{hasSeat ? 'has a seat' : 'no seat'}</div>}
      </div>
    </div>
  );
}
