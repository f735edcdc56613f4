import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import type { RequestLine } from '../../../bench/load/request-line';
import type { Service } from '../../support/service';

/** Before a program repeats what was not answered. */
const PAUSE_MS = 100;
/** Whatever was killed is back long before. */
const GIVE_UP_MS = 60_000;
const MOST_SOCKETS = 1000;

/** What a device is answered about its seat. */
export interface SeatAnswer {
  readonly status: string;
  readonly pass: boolean;
  readonly seats: { readonly of: number; readonly taken: number };
  readonly device?: { readonly id: number };
}

/** What a use of a license key is answered. */
export interface UseAnswer {
  readonly status: string;
  readonly used: number;
}

/** A device as operators see it. */
interface SeatDevice {
  readonly id: number;
  /** The program's own word for the device. */
  readonly name: string;
  readonly hasSeat: boolean;
}

/** Programs on devices, and an operator: what is not answered they ask again, of another instance where there is one. */
export class SeatPrograms {
  /** Requests that were answered. */
  acknowledged = 0;
  /** Requests that were answered 503, or not at all. */
  repeated = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS });

  /** @param services those that answer; one that is started again takes the place of the one that was killed */
  constructor(private readonly services: readonly Service[]) {}

  async createKey(fields: object): Promise<number> {
    // Not repeated: each would be another key.
    const response = await send(this.services[0].url, {
      method: 'POST',
      path: '/api/keys',
      body: JSON.stringify({ uid: 'seats', pid: 1, ...fields }),
    });
    return (JSON.parse(await readText(response)) as { id: number }).id;
  }

  /** @param first which instance is asked first */
  check(keyId: number, device: string, first: number): Promise<SeatAnswer> {
    const body = JSON.stringify({ id: keyId, device, deviceName: device });
    return this.ask({ method: 'POST', path: '/api/check', body }, first);
  }

  release(keyId: number, device: string, first: number): Promise<SeatAnswer> {
    return this.ask({ method: 'POST', path: '/api/check/release', body: JSON.stringify({ id: keyId, device }) }, first);
  }

  use(keyId: number, use: object, first: number): Promise<UseAnswer> {
    return this.ask({ method: 'POST', path: `/api/keys/${keyId}/uses`, body: JSON.stringify(use) }, first);
  }

  /** @param deviceId all of them when it is left out */
  async takeAway(keyId: number, deviceId: number | undefined, first: number): Promise<void> {
    await this.ask({ method: 'DELETE', path: `/api/keys/${keyId}/devices${deviceId ? `/${deviceId}` : ''}` }, first);
  }

  async list(keyId: number): Promise<SeatDevice[]> {
    return this.ask({ method: 'GET', path: `/api/keys/${keyId}/devices?limit=1000` }, 0);
  }

  close(): void {
    this.agent.destroy();
  }

  /** @throws {Error} on an answer that no program would ask again for */
  private async ask<Answer>(line: RequestLine, first: number): Promise<Answer> {
    const giveUp = performance.now() + GIVE_UP_MS;
    let last = 'nothing was asked';
    for (let attempt = first; performance.now() < giveUp; attempt++) {
      const { url } = this.services[attempt % this.services.length];
      const { status, text } = await this.exchange(url, line);
      if (status === 200) {
        this.acknowledged++;
        return JSON.parse(text) as Answer;
      }
      if (status !== 503 && status !== 0)
        throw new Error(`${line.method} ${line.path} was answered ${status}: ${text}`);
      this.repeated++;
      last = `${status} ${text}`;
      await sleep(PAUSE_MS);
    }
    throw new Error(`${line.method} ${line.path} was not answered: ${last}`);
  }

  /** @returns the status 0 when the connection failed */
  private async exchange(url: string, line: RequestLine): Promise<{ status: number; text: string }> {
    try {
      const response = await send(url, line, this.agent);
      return { status: response.statusCode ?? 0, text: await readText(response) };
    } catch (error) {
      return { status: 0, text: String(error) };
    }
  }
}
