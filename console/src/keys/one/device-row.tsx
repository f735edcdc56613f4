import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UsageDto, UsedDeviceDto } from '../../api/schema';
import { Only } from '../../session/only';
import { Time } from '../../text/time';
import { useNow } from '../../text/use-now';
import { LaptopIcon, MonitorIcon } from '../../theme/icons';
import { UsageStrip } from '../../usage/usage-strip';
import classes from './devices.module.css';
import { type Device, isSilent, nameOfDevice, programOf, RELEASES } from './devices';

const NEVER: Pick<UsedDeviceDto, 'passed' | 'refused' | 'days'> = { passed: 0, refused: 0, days: [] };
const LAPTOP = /laptop|book/i;

interface DeviceRowProps {
  device: Device;
  /** Absent until it is there, and for those who may not see logs. */
  usage?: UsageDto;
  onRelease: () => void;
}

/** A device: what it is, its days, when it was last seen, and whether it has a seat. */
export function DeviceRow({ device, usage, onRelease }: DeviceRowProps) {
  const used = usage?.devices.find(({ id }) => id === device.id);
  const name = nameOfDevice(device);
  const program = programOf(used) || device.address;
  const silent = isSilent(device, useNow());
  const Icon = LAPTOP.test(name) ? LaptopIcon : MonitorIcon;
  return (
    <div className={classes.device} data-silent={silent || undefined} role="group" aria-label={name}>
      <div className={classes.who}>
        <span className={classes.name}>
          <Icon size={16} strokeWidth={1.8} /> <span title={name}>{name}</span>
        </span>
        <small title={program}>{program}</small>
      </div>
      {usage ? <UsageStrip label={name} days={usage.days} used={used ?? NEVER} /> : <span />}
      <Seen device={device} isSilent={silent} />
      <div className={classes.release}>
        {device.hasSeat && (
          <Only scopes={RELEASES}>
            <Button size="compact-sm" variant={silent ? 'default' : 'subtle'} color="gray" onClick={onRelease}>
              Release
            </Button>
          </Only>
        )}
      </div>
    </div>
  );
}

function Seen({ device, isSilent }: { device: Device; isSilent: boolean }) {
  const { hasSeat, lastSeen, refusedAt, heldUntil } = device;
  if (refusedAt !== undefined)
    return (
      <Last tone="bad" below="no seat">
        refused <Time at={refusedAt} as="brief" />
      </Last>
    );
  if (heldUntil !== undefined)
    return <Last below={<>until {<Time at={heldUntil} as="day" />}</>}>offline license</Last>;
  return (
    <Last tone={isSilent ? 'warn' : undefined} below={seatOf(device, isSilent)} isQuiet={!hasSeat}>
      <Time at={lastSeen} as="relative" never="not seen" />
    </Last>
  );
}

function seatOf({ hasSeat, leaseUntil, firstSeen }: Device, isSilent: boolean): ReactNode {
  if (!hasSeat) return 'no seat';
  if (isSilent) return 'keeps its seat';
  if (leaseUntil !== undefined)
    return (
      <>
        seat until <Time at={leaseUntil} />
      </>
    );
  return (
    <>
      since <Time at={firstSeen} as="day" />
    </>
  );
}

interface LastProps {
  tone?: 'bad' | 'warn';
  isQuiet?: boolean;
  below: ReactNode;
  children: ReactNode;
}

function Last({ tone, isQuiet, below, children }: LastProps) {
  return (
    <div className={classes.last} data-tone={tone}>
      <span className={isQuiet ? 'quiet' : undefined}>{children}</span>
      <small>{below}</small>
    </div>
  );
}

/** Checks whose device isn't listed: of license keys without seats all, otherwise those that were refused before seats were looked at. */
export function OtherChecksRow({ usage, used, isAlone }: { usage: UsageDto; used: UsedDeviceDto; isAlone: boolean }) {
  const { lastPassedAt = 0, lastRefusedAt = 0 } = used;
  const name = isAlone ? 'All checks' : 'Other checks';
  const isRefused = lastRefusedAt > lastPassedAt;
  return (
    <div className={classes.device} role="group" aria-label={name}>
      <div className={classes.who}>
        <span className={classes.name}>{name}</span>
        <small>{isAlone ? programOf(used) : 'device not listed'}</small>
      </div>
      <UsageStrip label={name} days={usage.days} used={used} />
      <Last tone={isRefused ? 'bad' : undefined} below="">
        {isRefused && 'refused '}
        <Time at={Math.max(lastPassedAt, lastRefusedAt)} as={isRefused ? 'brief' : 'relative'} />
      </Last>
    </div>
  );
}
