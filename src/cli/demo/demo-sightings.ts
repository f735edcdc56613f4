import { demoKey } from './demo-keys';
import type { DemoCheck } from './demo-checks';

/** When keys and devices were seen, in milliseconds since the Unix epoch; 0 for never. */
export class DemoSightings {
  private readonly keys: Float64Array;
  private readonly passed: Uint8Array;
  /** Index of each key's first device. */
  private readonly begins: Uint32Array;
  private readonly first: Float64Array;
  private readonly last: Float64Array;

  constructor(keys: number, now: number) {
    this.keys = new Float64Array(keys);
    this.passed = new Uint8Array(keys);
    this.begins = new Uint32Array(keys);
    let devices = 0;
    for (let key = 0; key < keys; key++) {
      this.begins[key] = devices;
      devices += demoKey(key, now).devices;
    }
    this.first = new Float64Array(devices);
    this.last = new Float64Array(devices);
  }

  /** Must be called in order of time. */
  add({ key, timeAt, status, device }: DemoCheck): void {
    this.keys[key] = timeAt;
    if (status === 'AUTHORISED') this.passed[key] = 1;
    if (device < 0) return;
    const place = this.begins[key] + device;
    this.first[place] ||= timeAt;
    this.last[place] = timeAt;
  }

  lastSeenOf(key: number): number {
    return this.keys[key];
  }

  hasPassed(key: number): boolean {
    return this.passed[key] === 1;
  }

  /** The place of a device among those of its key, from 1, by when they were first seen. */
  numberOf(key: number, device: number): number {
    const [begin, end] = [this.begins[key], this.begins[key + 1] ?? this.first.length];
    const seen = this.first[begin + device];
    const earlier = this.first.subarray(begin, end).filter((time) => time > 0 && time < seen);
    return earlier.length + 1;
  }

  ofDevice(key: number, device: number): { firstSeen: number; lastSeen: number } {
    const place = this.begins[key] + device;
    return { firstSeen: this.first[place], lastSeen: this.last[place] };
  }
}
