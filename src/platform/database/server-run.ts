/** Names a server. Unique in a cluster too; MariaDB has no `server_uuid`. */
export const SERVER_NAME = "CONCAT_WS(':', @@hostname, @@port, @@server_id)";
/** Two statements: their results are for `serverRun`. */
export const ASK_RUN = `SELECT ${SERVER_NAME} AS server; SHOW GLOBAL STATUS LIKE 'Uptime'`;

/** `Uptime` counts whole seconds. */
const ROUNDED_S = 1;
/** Clocks of two machines don't go alike: this is ten times what a bad one deviates. */
const DEVIATION = 0.001;

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A server between two starts of it: the ids of its sessions mean nothing before, after, or on another server. */
export interface ServerRun {
  readonly server: string;
  /** How long it had been running, in seconds, and when that was, by `performance.now()`. */
  readonly uptime: number;
  readonly at: number;
}

export function serverRun([[{ server }], [status]]: readonly Rows[], at = performance.now()): ServerRun {
  return { server: String(server), uptime: Number(status?.Value), at };
}

/** When in doubt, it isn't: a server whose clock was set back seems to have been started anew. */
export function isSameRun(before: ServerRun, now: ServerRun): boolean {
  const passed = (now.at - before.at) / 1000;
  return before.server === now.server && now.uptime >= before.uptime + passed * (1 - DEVIATION) - ROUNDED_S;
}
