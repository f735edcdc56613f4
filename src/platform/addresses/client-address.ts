import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressRange, canonicalAddress, isInRange } from './address';

/** The peer of a connection never changes: its canonical address is worked out once. */
const peers = new WeakMap<Socket, string>();

/**
 * The address that a request is judged by: the socket's peer, or, while that is a trusted proxy, whom it
 * names in `X-Forwarded-For`, from the right. Entries further left are the client's own claim and never reached.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly AddressRange[]): string {
  const peer = peerAddress(request.socket);
  if (trustedProxies.length === 0) return peer;
  return judgedAddress(peer, String(request.headers['x-forwarded-for'] ?? ''), trustedProxies);
}

/** The rule of `clientAddress` alone, for a peer's canonical address and the text of `X-Forwarded-For`. */
export function judgedAddress(peer: string, forwardedFor: string, trustedProxies: readonly AddressRange[]): string {
  let address = peer;
  const chain = forwardedFor.split(',');
  while (chain.length > 0 && trustedProxies.some((proxy) => isInRange(address, proxy))) {
    const named = canonicalAddress(withoutPort(chain.pop()!.trim()));
    // What can't be read was not written by a proxy that knows its client: the proxy itself is judged.
    if (!named) break;
    address = named;
  }
  return address;
}

/** The canonical address of the peer that opened the connection. */
export function peerAddress(socket: Socket): string {
  let address = peers.get(socket);
  if (address === undefined) {
    // A socket that closed already has no peer any more; its answer will not be read.
    address = canonicalAddress(socket.remoteAddress ?? '') ?? '0.0.0.0';
    peers.set(socket, address);
  }
  return address;
}

/** Some proxies append the client's port. */
function withoutPort(entry: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry;
}
