import { Injectable, Logger } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import type { StoredDevice } from '../devices/device-row';
import { DevicesRepository } from '../devices/devices.repository';
import { runPortion } from '../retention/hourly-purge';
import { BEAT_MS, LONGEST_SILENCE_MS, OutageWatch } from './outage-watch';
import { ServicePeriodsRepository } from './service-periods.repository';

/** Few enough that a check never waits long for them. */
const DEVICES_A_CHUNK = 200;

/** What became of some devices. */
interface Chunk {
  readonly rewound: number;
  /** Where the next ones begin; undefined behind the end. */
  readonly last: Place | undefined;
}

type Place = Pick<StoredDevice, 'keyId' | 'id'>;

/**
 * Once a clock that was ahead has been set right: devices that were seen at times to come were seen now at the latest, so that their
 * leases last no longer than others.
 */
@Injectable()
export class ClockRepair {
  private readonly logger = new Logger('ClockRepair');

  constructor(
    jobs: Jobs,
    private readonly watch: OutageWatch,
    private readonly devices: DevicesRepository,
    private readonly periods: ServicePeriodsRepository,
  ) {
    jobs.add({
      name: 'clock-repair',
      everyMs: BEAT_MS,
      longestMs: 3_600_000,
      // Whichever instance has seen that the clock was ahead.
      doneBy: 'each instance',
      failure: 'Leases that a wrong clock gave could not be shortened; this is tried again.',
      run: (signal) => this.repair(signal),
    });
  }

  private async repair(signal: AbortSignal): Promise<void> {
    if (!this.watch.wasClockAhead) return;
    const now = this.watch.now();
    const latest = now + LONGEST_SILENCE_MS;
    const devices = await this.rewind(now, latest, signal);
    if (signal.aborted) return;
    // Last: until then a start finds that there is something to repair.
    await this.periods.endAhead(latest, now);
    this.watch.wasClockAhead = false;
    this.logger.warn(`The clock was ahead; the leases of ${devices} devices that it made too long begin now.`);
  }

  private async rewind(now: number, latest: number, signal: AbortSignal): Promise<number> {
    let rewound = 0;
    let after: Place | undefined = { keyId: 0, id: 0 };
    while (after && !signal.aborted) {
      const from: Place = after;
      const chunk = await runPortion(() => this.rewindChunk(from, now, latest), signal);
      rewound += chunk?.rewound ?? 0;
      after = chunk?.last;
    }
    return rewound;
  }

  private async rewindChunk(after: Place, now: number, latest: number): Promise<Chunk> {
    const devices = await this.devices.findNext(after, DEVICES_A_CHUNK);
    const ahead = devices.filter(({ lastSeen }) => lastSeen > latest);
    if (ahead.length > 0) await this.devices.rewind(ahead, latest, now);
    return { rewound: ahead.length, last: devices.at(-1) };
  }
}
