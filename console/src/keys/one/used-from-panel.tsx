import type { LicenseKeyDto, UsageDto, UsedAddressDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { counted, grouped } from '../../text/numbers';
import { Time } from '../../text/time';
import { nameOfDevice, useDevices, useKeyUsage } from './devices';
import classes from './used-from.module.css';

/** Where a license key was used: addresses with how many checks came from each, networks of several as one. */
export function UsedFromPanel({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { data: usage } = useKeyUsage(licenseKey.id);
  const { pages } = useDevices(licenseKey);
  if (!usage || usage.addresses.length === 0) return null;
  const most = Math.max(...usage.addresses.map(({ checks }) => checks));
  const names = new Map(pages.rows.map((device) => [device.id, nameOfDevice(device)]));
  return (
    <Panel title="Used from" aside={inWords(usage)}>
      <ul className={classes.bars}>
        {usage.addresses.map((used) => (
          <Bar key={used.address} used={used} share={used.checks / most} names={names} />
        ))}
      </ul>
      {usage.otherAddresses > 0 && <p className="quiet">and {counted(usage.otherAddresses, 'other', 'others')}</p>}
    </Panel>
  );
}

/** "3 addresses, 3 devices in 90 days". */
function inWords({ addresses, otherAddresses, devices, days }: UsageDto): string {
  const used = addresses.reduce((sum, each) => sum + each.addresses, otherAddresses);
  const using = devices.filter(({ id, passed, refused }) => id !== undefined && passed + refused > 0).length;
  const parts = [counted(used, 'address', 'addresses'), using > 0 && counted(using, 'device')].filter(Boolean);
  return `${parts.join(', ')} in ${days.length} days`;
}

interface BarProps {
  used: UsedAddressDto;
  /** Of the busiest, from 0 to 1. */
  share: number;
  names: ReadonlyMap<number, string>;
}

function Bar({ used: { address, addresses, checks, lastAt, devices }, share, names }: BarProps) {
  const who = devices.flatMap(({ id }) => names.get(id ?? 0) ?? []);
  const words = [...who, addresses > 1 && `${grouped(addresses)} addresses`].filter(Boolean).join(', ');
  return (
    <li>
      <span className={classes.bar}>
        <i style={{ width: `${Math.max(1, 100 * share)}%` }} aria-hidden />
        <span className="code">{address}</span>
        <span className={classes.who}>{words}</span>
      </span>
      <b title={counted(checks, 'check')}>{grouped(checks)}</b>
      <small className="quiet">
        <Time at={lastAt} as="brief" tabIndex={-1} />
      </small>
    </li>
  );
}
