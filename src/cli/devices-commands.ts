import type { INestApplicationContext } from '@nestjs/common';
import type { Actor } from '../access/audit/actor';
import { because, readReason } from '../access/audit/reason';
import type { DeviceDto } from '../licensing/seats/dto/device.dto';
import { OutageWatch } from '../licensing/seats/outage-watch';
import { SeatsModule } from '../licensing/seats/seats.module';
import { SeatsService } from '../licensing/seats/seats.service';
import { PAGE_LIMIT } from '../platform/http/answers/paging';
import { keylinkCommand } from '../platform/settings/keylink-command';
import { allPages } from './all-pages';
import { commandLineActor } from './command-line-actor';
import type { WithJson, WithReason } from './options';
import { printJson, printLine, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

interface Choice {
  readonly name?: string;
  readonly all?: true;
  readonly force?: true;
}

/** `devices` in their new state, if they were named individually. */
interface Release {
  readonly released: number;
  readonly devices?: DeviceDto[];
  readonly told: string[];
}

const MOST_NAMED = 10;

export async function list(key: string, { json }: WithJson): Promise<void> {
  const devices = await readDatabase([SeatsModule], async (providers) => allDevices(await seatsOf(providers), key));
  if (json) printJson(devices);
  else if (devices.length === 0)
    printLine('This license key has no devices yet. Once it has "seats", they are counted from its next check on.');
  else printTable([['ID', 'NAME', 'ADDRESS', 'SEAT', 'LAST SEEN', 'FIRST SEEN'], ...devices.map(toRow)]);
}

export async function release(key: string, chosen: string[], options: Choice & WithJson & WithReason): Promise<void> {
  const { json, reason, ...choice } = options;
  requireOneChoice(chosen, choice);
  const actor = because(commandLineActor(), readReason(reason));
  const force = choice.force === true;
  const ids = chosen.map(readDeviceId);
  const { told, ...result } = await withDatabase<Release>([SeatsModule], async (providers) => {
    const seats = await seatsOf(providers);
    if (choice.all) return releaseAll(seats, key, force, actor);
    const devices = await allDevices(seats, key);
    const found = choice.name === undefined ? byIds(devices, ids, key) : [byName(devices, choice.name, key)];
    return releaseEach(seats, key, found, force, actor);
  });
  if (json) printJson(result);
  else told.forEach(printLine);
}

async function seatsOf(providers: INestApplicationContext): Promise<SeatsService> {
  // Leases depend on the outages that the service has recorded.
  await providers.get(OutageWatch).look();
  return providers.get(SeatsService);
}

function allDevices(seats: SeatsService, key: string): Promise<DeviceDto[]> {
  return allPages<DeviceDto, string | undefined>(
    (after) => seats.getPage(key, { limit: PAGE_LIMIT, after }),
    undefined,
  );
}

function requireOneChoice(chosen: readonly string[], { name, all }: Choice): void {
  const ways = [chosen.length > 0, name !== undefined, all === true].filter(Boolean).length;
  if (ways !== 1) {
    throw new Error('Say which devices, in one of these ways: their ids, or --name <text>, or --all.');
  }
}

function readDeviceId(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`"${text}" is not the id of a device. To choose it by its name, use --name.`);
}

function byIds(devices: readonly DeviceDto[], ids: readonly number[], key: string): DeviceDto[] {
  const chosen = new Set(ids);
  const found = devices.filter(({ id }) => chosen.delete(id));
  if (chosen.size === 0) return found;
  throw new Error(`This license key has no device ${[...chosen].join(', ')}. ${listed(key)}`);
}

/** A reinstalled device may appear twice; prefer the one with the seat. */
function byName(devices: readonly DeviceDto[], name: string, key: string): DeviceDto {
  const named = devices.filter((device) => device.name === name);
  const seated = named.filter(({ hasSeat }) => hasSeat);
  if (named.length === 0) throw new Error(`No device of this license key is called "${name}". ${listed(key)}`);
  if (seated.length <= 1) return seated[0] ?? named[0];
  const ids = seated.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = seated.length > MOST_NAMED ? ', …' : '';
  throw new Error(
    `${seated.length} devices with a seat are called "${name}": ${ids.join(', ')}${more}. Choose by id. ${listed(key)}`,
  );
}

function listed(key: string): string {
  return `To see them: ${keylinkCommand(`devices list ${key}`)}`;
}

async function releaseAll(seats: SeatsService, key: string, force: boolean, actor: Actor): Promise<Release> {
  const { released } = await seats.releaseAll(key, force, actor);
  if (released === 0) return { released, told: ['There was no seat to release.'] };
  return { released, told: [released === 1 ? '1 seat is released.' : `${released} seats are released.`] };
}

async function releaseEach(
  seats: SeatsService,
  key: string,
  chosen: readonly DeviceDto[],
  force: boolean,
  actor: Actor,
): Promise<Release> {
  const devices: DeviceDto[] = [];
  for (const { id } of chosen) devices.push(await seats.release(key, id, force, actor));
  const released = chosen.filter(({ hasSeat }, index) => hasSeat && !devices[index].hasSeat).length;
  return { released, devices, told: chosen.map((device, index) => describe(device, devices[index])) };
}

function describe(before: DeviceDto, { hasSeat, heldUntil }: DeviceDto): string {
  const name = nameOf(before);
  if (!before.hasSeat) return `No seat to release: ${name} has none.`;
  if (!hasSeat) return `The seat of ${name} is released: another device may take it.`;
  return `An offline license holds the seat of ${name} until ${showTime(heldUntil ?? null, '')}; --force takes it away now.`;
}

function nameOf({ id, name, address }: DeviceDto): string {
  return `device ${id} (${name === '' ? address : `"${name}"`})`;
}

function toRow(device: DeviceDto): string[] {
  const { id, name, address, firstSeen, lastSeen } = device;
  return [String(id), name, address, seatOf(device), showTime(lastSeen, ''), showTime(firstSeen, '')];
}

function seatOf({ hasSeat, leaseUntil, heldUntil, refusedAt }: DeviceDto): string {
  if (!hasSeat) return refusedAt === undefined ? 'none' : `none, refused ${showTime(refusedAt, '')}`;
  if (heldUntil !== undefined) return `offline until ${showTime(heldUntil, '')}`;
  return leaseUntil === undefined ? 'until released' : `until ${showTime(leaseUntil, '')}`;
}
