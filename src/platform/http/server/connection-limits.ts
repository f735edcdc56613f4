import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '../../settings/settings';
import { type AddressRange, canonicalAddress, canonicalRange, isInRange } from '../../addresses/address';

/** Used where the system reports no limit. */
const COMMON_DESCRIPTORS = 1024;
/** For the database, Redis, log and files. */
const OTHER_DESCRIPTORS = 64;
const MOST_BY_DEFAULT = 10_000;
const SHARE_OF_AN_ADDRESS = 0.75;
/** Minimum interval between log lines, in milliseconds. */
const LOG_EVERY_MS = 10_000;

type ConnectionSettings = Pick<Settings, 'maxConnections' | 'maxConnectionsPerAddress' | 'trustProxy' | 'workers'>;

/** Enforces limits per process and per address or IPv6 /64; the second exempts trusted proxies (decision 033). */
export function limitConnections(server: Server, settings: ConnectionSettings, warn: (message: string) => void): void {
  const possible = Math.max(1, descriptorLimit() - OTHER_DESCRIPTORS);
  const { workers } = settings;
  const total = Math.min(shareOf(workers, settings.maxConnections ?? MOST_BY_DEFAULT), possible);
  const ofAddress = settings.maxConnectionsPerAddress;
  const perAddress = ofAddress === undefined ? Math.ceil(total * SHARE_OF_AN_ADDRESS) : shareOf(workers, ofAddress);
  const refused = logRefusals(total, perAddress, warn);
  server.maxConnections = total;
  // Otherwise Node would pass a worker's excess connections among the workers forever; supported from Node 22.12 on.
  Object.assign(server, { dropMaxConnection: true });
  server.on('drop', () => refused('total'));
  const counts = new Map<string, number>();
  const leave = (owner: string): void => {
    const left = counts.get(owner)! - 1;
    if (left > 0) counts.set(owner, left);
    else counts.delete(owner);
  };
  server.prependListener('connection', (socket: Socket) => {
    const owner = ownerOf(socket, settings.trustProxy);
    if (owner === undefined) return;
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    socket.once('close', () => leave(owner));
    if (count <= perAddress) return;
    socket.destroy();
    refused('perAddress');
  });
}

/** Connections are distributed to the workers in turn, also those of one address. */
const shareOf = (workers: number, most: number): number => Math.ceil(most / workers);

function ownerOf(socket: Socket, trustedProxies: readonly AddressRange[]): string | undefined {
  const address = canonicalAddress(socket.remoteAddress ?? '');
  if (address === undefined || trustedProxies.some((proxy) => isInRange(address, proxy))) return undefined;
  return address.includes(':') ? canonicalRange(`${address}/64`) : address;
}

/** Limit on open files. Node has already raised the soft limit to the hard one. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return COMMON_DESCRIPTORS;
  }
}

function logRefusals(
  total: number,
  perAddress: number,
  warn: (message: string) => void,
): (limit: 'total' | 'perAddress') => void {
  const refused = { total: 0, perAddress: 0 };
  let timer: NodeJS.Timeout | undefined;
  const write = (): void => {
    timer = undefined;
    if (refused.total + refused.perAddress === 0) return;
    warn(
      `Connections were refused: ${refused.total} because ${total} were open (MAX_CONNECTIONS, or the limit on open files), ` +
        `${refused.perAddress} because one address had ${perAddress} (MAX_CONNECTIONS_PER_ADDRESS).`,
    );
    refused.total = refused.perAddress = 0;
    timer = setTimeout(write, LOG_EVERY_MS).unref();
  };
  return (limit) => {
    refused[limit]++;
    if (timer === undefined) write();
  };
}
