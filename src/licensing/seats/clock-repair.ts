import { Injectable, Logger } from '@nestjs/common';
import { Pace } from '../../platform/concurrency/pace';
import { Jobs } from '../../platform/jobs/jobs';
import type { StoredDevice } from '../devices/device-row';
import { DevicesRepository } from '../devices/devices.repository';
import { BEAT_MS, LONGEST_SILENCE_MS, OutageWatch } from './outage-watch';
import { ServicePeriodsRepository } from './service-periods.repository';

/** Small enough that no check waits long. */
const DEVICES_A_CHUNK = 200;

interface Chunk {
  readonly rewound: number;
  readonly last: DeviceId | undefined;
}

type DeviceId = Pick<StoredDevice, 'keyId' | 'id'>;

/** Once a fast clock is set right, sets devices seen in the future to now, so that their leases end. */
@Injectable()
export class ClockRepair {
  private readonly logger = new Logger('ClockRepair');
  private readonly pace = new Pace({ restFactor: 4 });

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
    // Last, so that the repair resumes after a restart.
    await this.periods.endAhead(latest, now);
    this.watch.wasClockAhead = false;
    this.logger.warn(`The clock was ahead; the leases of ${devices} devices that it made too long begin now.`);
  }

  private async rewind(now: number, latest: number, signal: AbortSignal): Promise<number> {
    let rewound = 0;
    let after: DeviceId | undefined = { keyId: 0, id: 0 };
    while (after && !signal.aborted) {
      const from: DeviceId = after;
      const chunk = await this.pace.run(() => this.rewindChunk(from, now, latest), signal);
      rewound += chunk?.rewound ?? 0;
      after = chunk?.last;
    }
    return rewound;
  }

  private async rewindChunk(after: DeviceId, now: number, latest: number): Promise<Chunk> {
    const devices = await this.devices.findNext(after, DEVICES_A_CHUNK);
    const ahead = devices.filter(({ lastSeen }) => lastSeen > latest);
    if (ahead.length > 0) await this.devices.rewind(ahead, latest, now);
    return { rewound: ahead.length, last: devices.at(-1) };
  }
}
