import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '../../settings/settings';
import { type AddressRange, canonicalAddress, canonicalRange, isInRange } from '../../addresses/address';

/** Where the system doesn't say how many files a process may have open. */
const COMMON_DESCRIPTORS = 1024;
/** For the database, Redis, log and files. */
const OTHER_DESCRIPTORS = 64;
/** More connections than this take memory that is better kept. */
const MOST_BY_DEFAULT = 10_000;
/** Of all connections, by default: one address leaves some for the others. */
const SHARE_OF_AN_ADDRESS = 0.75;
/** Refusals are logged at once, then at most so often, in milliseconds. */
const LOG_EVERY_MS = 10_000;

type ConnectionSettings = Pick<Settings, 'maxConnections' | 'maxConnectionsPerAddress' | 'trustProxy'>;

/**
 * Closes connections at once that are more than the process, or one address, may have (docs/decisions/033-connections.md).
 * An IPv6 /64 counts as one address; a trusted proxy may have as many as there are.
 * @param warn tells the operator what was refused
 */
export function limitConnections(server: Server, settings: ConnectionSettings, warn: (message: string) => void): void {
  const possible = Math.max(1, descriptorLimit() - OTHER_DESCRIPTORS);
  const total = Math.min(settings.maxConnections ?? MOST_BY_DEFAULT, possible);
  const perAddress = settings.maxConnectionsPerAddress ?? Math.ceil(total * SHARE_OF_AN_ADDRESS);
  const refused = logRefusals(total, perAddress, warn);
  server.maxConnections = total;
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

/** The address that a connection counts for; undefined for none. */
function ownerOf(socket: Socket, trustedProxies: readonly AddressRange[]): string | undefined {
  const address = canonicalAddress(socket.remoteAddress ?? '');
  if (address === undefined || trustedProxies.some((proxy) => isInRange(address, proxy))) return undefined;
  return address.includes(':') ? canonicalRange(`${address}/64`) : address;
}

/** Files and connections that this process may have open; Node has raised the soft limit to the hard one by now. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    // Not Linux.
    return COMMON_DESCRIPTORS;
  }
}

/** Says how many were refused, and by which limit, without letting those refused fill the log. */
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
