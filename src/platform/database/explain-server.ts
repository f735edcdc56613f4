import type { PeerCertificate } from 'node:tls';
import type { MysqlServer, MysqlTarget } from '../settings/database-url';
import { ServerUnfitError } from './database-errors';

interface ConnectionError extends Error {
  readonly code?: string;
  /** The expected host, if the certificate is for another. */
  readonly host?: string;
  readonly cert?: PeerCertificate;
}

/** Explains why a server can't be used, naming the setting but no secret; returns other errors as they are. */
export function explainServer(error: unknown, target: MysqlTarget): unknown {
  const reason = error instanceof Error ? reasonOf(rootOf(error), target) : undefined;
  return reason === undefined ? error : new Error(`DATABASE_URL: ${reason}`, { cause: error });
}

/** A host name with several addresses fails once for each. */
function rootOf(error: Error): ConnectionError {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return rootOf(error.errors[0]);
  return 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
}

function reasonOf(error: ConnectionError, target: MysqlTarget): string | undefined {
  const { code = '', message } = error;
  const where = target.servers.map(nameOf).join(', ');
  if (error instanceof ServerUnfitError) return `the server at ${where} can't be used: it ${message}.`;
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing answers at ${where} (${code}); is the server running, and are host and port right?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${where} cannot be resolved (${code}); is it spelled right?`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ECONNRESET':
    case 'PROTOCOL_CONNECTION_LOST':
    case 'KEYLINK_OVERLOADED':
      return `${where} does not answer in time (${code}); are host and port right, and is there no firewall in between?`;
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
      return (
        `the server at ${where} refuses the user "${target.user}" with this password. One with a % has to be encoded in DATABASE_URL; DATABASE_PASSWORD takes it as it is. A server keeps the password that it was ` +
        'first started with: MYSQL_PASSWORD of a container that has its data already changes nothing. ' +
        'Set the one that it has, or change it there with ALTER USER (docs/containers.md).'
      );
    case 'ER_DBACCESS_DENIED_ERROR':
      return `the user "${target.user}" may not use the database "${target.database}" at ${where}; grant it.`;
    case 'ER_BAD_DB_ERROR':
      return `the server at ${where} has no database "${target.database}"; create it.`;
    case 'HANDSHAKE_NO_SSL_SUPPORT':
      return `the server at ${where} offers no encryption, which ssl asks for.`;
    case 'HANDSHAKE_SSL_ERROR':
      return whyNotTrusted(error, where);
    default:
      return undefined;
  }
}

function whyNotTrusted({ host, cert, message }: ConnectionError, where: string): string {
  if (cert) {
    const names = cert.subjectaltname ?? 'none';
    return `the server at ${where} is refused: its certificate is not for ${host}, but for other names (${names}).`;
  }
  return `the server at ${where} is refused: its certificate is not trusted (${message}); does ssl-ca name the file of its authority?`;
}

function nameOf({ host, port }: MysqlServer): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
