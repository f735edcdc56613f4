import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText, send } from '../../../bench/load/http-client';
import type { RequestLine } from '../../../bench/load/request-line';
import { type SeatAnswer, type SeatCall, type SeatOperation, SHORT_LEASE } from '../../support/seat-history';
import { beThereSince, type SeatSite } from './seat-trials';

const CSV = { 'content-type': 'text/csv' };
/** In which every instance notes that it is there, and learns what others have noted. */
const TWO_BEATS_MS = 4000;
const HALF_LEASE_MS = (1000 * SHORT_LEASE) / 2;

/** What the service answers, of all operations. */
interface Body {
  readonly status?: string;
  readonly details?: string;
  readonly seats?: number | { readonly taken: number; readonly of: number };
  readonly leaseSeconds?: number;
  readonly device?: { readonly id: number; readonly leaseUntil?: number };
  readonly hasSeat?: boolean;
  readonly released?: number;
}

/** Asks instances about the seats of license keys, and notes when each request was sent and answered, and what the answer was. */
export class SeatRecorder {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly site: SeatSite & { readonly services: readonly { readonly url: string }[] }) {}

  readonly newKey = (): string => randomUUID();

  async record(key: string, operation: SeatOperation, client: string, instance: number): Promise<SeatCall> {
    const { services } = this.site;
    const sentAt = performance.now();
    const answer = await this.ask(services[instance % services.length].url, requestOf(key, operation), operation);
    return { client, operation, sentAt, answeredAt: answer ? performance.now() : Infinity, answer };
  }

  /** As if all devices of some license keys had been seen so much earlier. */
  async age(keys: readonly string[], milliseconds: number): Promise<void> {
    const texts = keys.map((key) => `'${key}'`).join(', ');
    await this.site.sql(
      `UPDATE devices SET lastSeen = lastSeen - ${milliseconds} WHERE key_id IN (SELECT id FROM license_keys WHERE \`key\` IN (${texts}))`,
    );
  }

  /** As if the instances had always been there: the time before their start is an outage otherwise, which prolongs leases. */
  async forgetOutages(): Promise<void> {
    const key = this.newKey();
    // They note that they are there once there are devices.
    await this.record(key, { kind: 'import', seats: 1, leaseSeconds: 0 }, '', 0);
    await this.record(key, { kind: 'check', device: 'first' }, '', 0);
    await this.site.sql('DELETE FROM service_periods');
    await beThereSince(this.site, Date.now());
    await sleep(TWO_BEATS_MS);
  }

  /** Whether the instances have noted nothing for a while, of late. */
  async sawOutage(ofLateMs: number): Promise<boolean> {
    const periods = await this.site.sql(`SELECT id FROM service_periods WHERE endedAt > ${Date.now() - ofLateMs}`);
    return (periods as unknown[]).length > 1;
  }

  close(): void {
    this.agent.destroy();
  }

  /** Undefined for what may have been done or not. */
  private async ask(url: string, line: RequestLine, operation: SeatOperation): Promise<SeatAnswer | undefined> {
    let status: number;
    let text: string;
    try {
      const response = await send(url, line, this.agent);
      status = response.statusCode ?? 0;
      text = await readText(response);
    } catch {
      return undefined;
    }
    return status === 503 ? undefined : answerOf(operation, status, text);
  }
}

function requestOf(key: string, operation: SeatOperation): RequestLine {
  const path = `/api/keys/${key}`;
  switch (operation.kind) {
    case 'check':
    case 'giveBack': {
      const { kind, device } = operation;
      const body = JSON.stringify({ id: key, device, deviceName: device });
      return { method: 'POST', path: kind === 'check' ? '/api/check' : '/api/check/release', body };
    }
    case 'license':
      return { method: 'POST', path: `${path}/license`, body: JSON.stringify({ device: operation.device }) };
    case 'release':
      return { method: 'DELETE', path: `${path}/devices/${operation.id}?force=${operation.force}` };
    case 'releaseAll':
      return { method: 'DELETE', path: `${path}/devices?force=${operation.force}` };
    case 'change': {
      const { seats, leaseSeconds } = operation;
      return { method: 'PUT', path, body: JSON.stringify({ seats, leaseSeconds }) };
    }
    case 'import': {
      const row = ['history', 1, key, operation.seats || '', operation.leaseSeconds || ''].join();
      const body = `uuid,product,key,seats,leaseSeconds\n${row}\n`;
      return { method: 'POST', path: '/api/keys/import', body, headers: CSV };
    }
    case 'delete':
      return { method: 'DELETE', path };
  }
  // A list.
  return { method: 'GET', path: `${path}/devices` };
}

/** Fields in the order that the model gives them. */
function answerOf(operation: SeatOperation, status: number, text: string): SeatAnswer | undefined {
  if (operation.kind === 'import') return importAnswer(status, text);
  const is = status;
  if (operation.kind === 'delete' || operation.kind === 'license' || status !== 200) return { is };
  if (operation.kind === 'list') {
    const devices = JSON.parse(text) as { id: number; hasSeat: boolean }[];
    const ids = devices.flatMap(({ id, hasSeat }) => (hasSeat ? [id] : []));
    return { is, seated: ids.toSorted((a, b) => a - b) };
  }
  const body = JSON.parse(text) as Body;
  if (operation.kind === 'releaseAll') return { is, released: body.released };
  if (operation.kind === 'release') return { is, seat: body.hasSeat ? 'held' : 'free' };
  if (operation.kind === 'change') return { is, of: Number(body.seats ?? 0), leaseSeconds: body.leaseSeconds ?? 0 };
  return verdictAnswer(body);
}

/** The last line says whether all rows were answered, and the first what became of the only one. */
function importAnswer(status: number, text: string): SeatAnswer | undefined {
  if (status !== 200) return { is: status };
  if (!text.includes('"complete":true')) return undefined;
  return { is: (JSON.parse(text.split('\n')[0]) as { result: string }).result };
}

function verdictAnswer({ status, details = '', seats, device }: Body): SeatAnswer {
  const { taken, of } = typeof seats === 'object' ? seats : {};
  const seat = /An offline license holds/.test(details) ? 'held' : /has no seat/.test(details) ? 'none' : 'free';
  return {
    is: status!,
    taken,
    of,
    id: device?.id,
    leaseSeconds: device?.leaseUntil && leaseLength(device.leaseUntil - Date.now()),
    seat: status === 'RELEASED' && of !== undefined ? seat : undefined,
  };
}

/** A lease that has just begun, or was answered late. */
function leaseLength(left: number): number {
  return (SHORT_LEASE / 2) * Math.round(left / HALF_LEASE_MS);
}
