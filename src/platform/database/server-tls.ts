import { connect, isIP, type Socket } from 'node:net';
import type { SslOptions } from 'mysql2';
import type { MysqlServer } from '../settings/database-url';
import type { ServerTls } from '../settings/server-tls';

/** mysql2 verifies a certificate's issuer by default, but not its host. */
export function sslOptions({ ca }: ServerTls): SslOptions {
  return { ca, rejectUnauthorized: true, verifyIdentity: true };
}

/**
 * mysql2 passes no IP address on, so Node would verify the certificate for `localhost`. Node takes the name from
 * `_host`, where a socket keeps a looked-up name.
 */
export function connectTo({ host, port }: MysqlServer): Socket {
  const socket = connect({ host, port, noDelay: true, keepAlive: true });
  return isIP(host) ? Object.assign(socket, { _host: host }) : socket;
}
