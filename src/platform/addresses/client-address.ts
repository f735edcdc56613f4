import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressRange, canonicalAddress, isInRange } from './address';

const peers = new WeakMap<Socket, string>();

/** The socket's peer or, while that is a trusted proxy, the next address from the right in `X-Forwarded-For`. */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly AddressRange[]): string {
  const peer = peerAddress(request.socket);
  if (trustedProxies.length === 0) return peer;
  return judgedAddress(peer, String(request.headers['x-forwarded-for'] ?? ''), trustedProxies);
}

export function judgedAddress(peer: string, forwardedFor: string, trustedProxies: readonly AddressRange[]): string {
  let address = peer;
  const chain = forwardedFor.split(',');
  while (chain.length > 0 && trustedProxies.some((proxy) => isInRange(address, proxy))) {
    const named = canonicalAddress(withoutPort(chain.pop()!.trim()));
    // Not written by a proxy that knows its client, so the proxy itself counts as the client.
    if (!named) break;
    address = named;
  }
  return address;
}

export function peerAddress(socket: Socket): string {
  let address = peers.get(socket);
  if (address === undefined) {
    // A closed socket has no peer; nobody reads its answer.
    address = canonicalAddress(socket.remoteAddress ?? '') ?? '0.0.0.0';
    peers.set(socket, address);
  }
  return address;
}

/** Some proxies append the client's port. */
function withoutPort(entry: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry;
}
