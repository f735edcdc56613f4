import { connect, isIP, type Socket } from 'node:net';
import type { SslOptions } from 'mysql2';
import type { MysqlServer } from '../settings/database-url';
import type { ServerTls } from '../settings/server-tls';

/** For mysql2, which by default verifies who issued a certificate, but not whose it is. */
export function sslOptions({ ca }: ServerTls): SslOptions {
  return { ca, rejectUnauthorized: true, verifyIdentity: true };
}

/**
 * A socket to a server, whose certificate has to be for the very host that is named here. mysql2 hands an address on to nobody, and
 * Node would look for `localhost` in the certificate instead: it takes the name from where a socket keeps it when it has
 * looked one up.
 */
export function connectTo({ host, port }: MysqlServer): Socket {
  const socket = connect({ host, port, noDelay: true, keepAlive: true });
  return isIP(host) ? Object.assign(socket, { _host: host }) : socket;
}
