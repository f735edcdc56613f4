import type { KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { parseDatabaseUrl, type DatabaseTarget } from './database-url';
import { parseAddressRange, withoutEndingSlashes, type AddressRange } from '../addresses/address';
import { isGuessable } from './guessable-secret';
import { type OpenIdSettings, readOpenId } from './open-id';
import { parseSecretKey } from './secret-key';
import { withPassword, withSecretFiles } from './secrets';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything the operator can set, validated; what each one means stands in `.env.example`. */
export class Settings {
  /** TCP port; 0 lets the system choose a free one. */
  readonly port: number;
  /** Address to listen on; undefined means all addresses of the machine. */
  readonly host: string | undefined;
  readonly database: DatabaseTarget;
  /** Whether the service brings the schema up to date when it starts; else it only looks whether it is. */
  readonly autoMigrate: boolean;
  /** The admin API key chosen by the operator, at least 24 characters. */
  readonly bootstrapApiKey: string | undefined;
  /** Absolute path of the file that takes a first admin key that is created; undefined to print it. */
  readonly firstApiKeyFile: string | undefined;
  /** Proxies whose `X-Forwarded-For` is believed; empty means that nobody's is. */
  readonly trustProxy: readonly AddressRange[];
  /** Address under which users reach the service, without a trailing slash; undefined when not set. */
  readonly publicUrl: string | undefined;
  /** Web sites whose pages may call the API; empty for none. */
  readonly corsOrigins: readonly string[];
  /** Whether a license key in the `Authorization` header is enough for a check, without an API key. */
  readonly licenseKeyAuth: boolean;
  /** Wrong API keys, and unknown license keys without an API key, that one client address may send in a minute. */
  readonly wrongKeyLimitPerMinute: number;
  /** Checks of one license key that one client address may make in a minute without an API key. */
  readonly licenseCheckLimitPerMinute: number;
  /** Requests that one API key may make in a minute; undefined for any number. */
  readonly requestLimitPerMinute: number | undefined;
  /** Connections that may be open at a time, at most; undefined for what the process's open files allow, to 10,000. */
  readonly maxConnections: number | undefined;
  /** Connections that one client address may have of them; undefined for three quarters. */
  readonly maxConnectionsPerAddress: number | undefined;
  /** Where several instances share their counts; undefined when each counts for itself. */
  readonly redisUrl: string | undefined;
  /** Encrypts the private keys in the database; undefined when not set. As an object it shows itself in no log. */
  readonly secretKey: KeyObject | undefined;
  /** Days that a signed pass may be relied on without asking again, at most. */
  readonly offlineDays: number;
  readonly logLevel: LogLevel;
  /** Share of checks and redirects that get a line in the log, from 0 to 1. */
  readonly logHotShare: number;
  /** Days that the log of checks is kept; undefined for ever. */
  readonly logRetentionDays: number | undefined;
  /** Days that a device without a seat is remembered. */
  readonly deviceRetentionDays: number;
  /** Whether a database that may lose what it has committed stops the start. */
  readonly requireDurable: boolean;
  /** How long requests are still taken after the signal to end, in milliseconds. */
  readonly drainDelayMs: number;
  /** Whether the console is served. */
  readonly console: boolean;
  /** Whom people may sign in to it with, beside API keys; undefined when not set. */
  readonly openId: OpenIdSettings | undefined;

  constructor(values: Settings) {
    this.port = values.port;
    this.host = values.host;
    this.database = values.database;
    this.autoMigrate = values.autoMigrate;
    this.bootstrapApiKey = values.bootstrapApiKey;
    this.firstApiKeyFile = values.firstApiKeyFile;
    this.trustProxy = values.trustProxy;
    this.publicUrl = values.publicUrl;
    this.corsOrigins = values.corsOrigins;
    this.licenseKeyAuth = values.licenseKeyAuth;
    this.wrongKeyLimitPerMinute = values.wrongKeyLimitPerMinute;
    this.licenseCheckLimitPerMinute = values.licenseCheckLimitPerMinute;
    this.requestLimitPerMinute = values.requestLimitPerMinute;
    this.maxConnections = values.maxConnections;
    this.maxConnectionsPerAddress = values.maxConnectionsPerAddress;
    this.redisUrl = values.redisUrl;
    this.secretKey = values.secretKey;
    this.offlineDays = values.offlineDays;
    this.logLevel = values.logLevel;
    this.logHotShare = values.logHotShare;
    this.logRetentionDays = values.logRetentionDays;
    this.deviceRetentionDays = values.deviceRetentionDays;
    this.requireDurable = values.requireDurable;
    this.drainDelayMs = values.drainDelayMs;
    this.console = values.console;
    this.openId = values.openId;
  }
}

/** Raised when the environment can't be used; `problems` has one line for each wrong setting. */
export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`Settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates all settings at once, so that the operator sees every mistake in one go.
 * A variable that is empty counts as not set.
 * @throws {SettingsError} naming each wrong variable and what would be right
 */
export function readSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const report = (name: string, problem: string): number => problems.push(`${name}: ${problem}`);
  const find = withSecretFiles((name) => environment[name], report);
  const readRaw = <T>(name: string, fallback: T, parse: (text: string) => T): T => {
    const text = find(name);
    if (!text) return fallback;
    try {
      return parse(text);
    } catch (error) {
      report(name, (error as Error).message);
      return fallback;
    }
  };
  const read: typeof readRaw = (name, fallback, parse) =>
    readRaw(name, fallback, (text) => (text.trim() ? parse(text.trim()) : fallback));
  const readDatabase = (): DatabaseTarget => {
    const database = read('DATABASE_URL', parseDatabaseUrl('sqlite:data/keylink.db'), parseDatabaseUrl);
    if (problems.some((problem) => problem.startsWith('DATABASE_'))) return database;
    // Blanks at its ends belong to a password.
    return readRaw('DATABASE_PASSWORD', database, (password) => withPassword(database, password));
  };
  const settings = new Settings({
    port: read('PORT', 3000, parsePort),
    host: read('HOST', undefined, parseHost),
    database: readDatabase(),
    autoMigrate: read('AUTO_MIGRATE', true, parseSwitch),
    bootstrapApiKey: read('BOOTSTRAP_API_KEY', undefined, parseBootstrapApiKey),
    firstApiKeyFile: read('FIRST_API_KEY_FILE', undefined, parseFile),
    trustProxy: read('TRUST_PROXY', [], parseTrustProxy),
    publicUrl: read('PUBLIC_URL', undefined, parsePublicUrl),
    corsOrigins: read('CORS_ORIGINS', [], parseCorsOrigins),
    licenseKeyAuth: read('LICENSE_KEY_AUTH', false, parseSwitch),
    wrongKeyLimitPerMinute: read('WRONG_KEY_LIMIT_PER_MINUTE', 30, parseLimit),
    licenseCheckLimitPerMinute: read('LICENSE_CHECK_LIMIT_PER_MINUTE', 600, parseLimit),
    requestLimitPerMinute: read('REQUEST_LIMIT_PER_MINUTE', undefined, parseLimit),
    maxConnections: read('MAX_CONNECTIONS', undefined, parseConnections),
    maxConnectionsPerAddress: read('MAX_CONNECTIONS_PER_ADDRESS', undefined, parseConnections),
    redisUrl: read('REDIS_URL', undefined, parseRedisUrl),
    secretKey: read('SECRET_KEY', undefined, parseSecretKey),
    offlineDays: read('OFFLINE_DAYS', 14, parseOfflineDays),
    logLevel: read('LOG_LEVEL', 'info', parseLogLevel),
    logHotShare: read('LOG_HOT_SHARE', 0.01, parseShare),
    logRetentionDays: read('LOG_RETENTION_DAYS', undefined, parseRetention),
    deviceRetentionDays: read('DEVICE_RETENTION_DAYS', 30, parseRetention),
    requireDurable: read('REQUIRE_DURABLE', false, parseSwitch),
    drainDelayMs: read('DRAIN_DELAY_MS', 2000, parseDrainDelay),
    console: read('CONSOLE', true, parseSwitch),
    openId: readOpenId(read, report),
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new Error(`"${text}" is not a port; use a number from 0 to 65535, for example 3000.`);
  }
  return Number(text);
}

function parseHost(text: string): string {
  if (!/^[A-Za-z0-9.:_-]+$/.test(text)) {
    throw new Error(`"${text}" is not an address to listen on; use one such as 127.0.0.1 or ::.`);
  }
  return text;
}

function parseFile(text: string): string {
  if (text.endsWith('/')) throw new Error(`"${text}" is a folder; name a file.`);
  return resolve(text);
}

/** The value itself is never repeated: it is a secret. */
function parseBootstrapApiKey(text: string): string {
  if (!/^[\x21-\x2b\x2d-\x7e]{24,191}$/.test(text)) {
    throw new Error('must be 24 to 191 printable ASCII characters without spaces or commas.');
  }
  if (isGuessable(text)) {
    throw new Error('could be guessed; use a random one, such as the command "openssl rand -hex 32" prints.');
  }
  return text;
}

function parseTrustProxy(text: string): AddressRange[] {
  return text.split(',').flatMap((part) => {
    const range = parseAddressRange(part.trim());
    if (!range) {
      throw new Error(
        `"${part.trim()}" is not an address or range; list proxies such as 127.0.0.1, 10.0.0.0/8 or fd00::/8.`,
      );
    }
    return range;
  });
}

function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new Error(`"${text}" is not the address of a site; use one such as https://go.example.com.`);
  }
  return withoutEndingSlashes(url.origin + url.pathname);
}

function parseCorsOrigins(text: string): string[] {
  return text.split(',').map((part) => {
    const origin = part.trim();
    if (!/^https?:/.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error(`"${origin}" is not an origin; list some such as https://app.example.com, without a path.`);
    }
    return origin;
  });
}

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 10_000) {
    throw new Error(`"${text}" is not a limit; use a number from 1 to 10000.`);
  }
  return Number(text);
}

function parseConnections(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new Error(`"${text}" is not a number of connections; use one from 1 to 999999, or leave it out.`);
  }
  return Number(text);
}

/** The value itself is never repeated: it may hold a password. */
function parseRedisUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^rediss?:$/.test(url.protocol) || !url.hostname) {
    throw new Error('names no Redis; use redis://user:password@host:6379/0, or rediss:// for TLS.');
  }
  return text;
}

function parseOfflineDays(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > 3650) {
    throw new Error(`"${text}" is not a number of days; use one from 1 to 3650.`);
  }
  return Number(text);
}

function parseLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text.toLowerCase());
  if (!level) throw new Error(`"${text}" is not a log level; use one of ${LOG_LEVELS.join(', ')}.`);
  return level;
}

function parseShare(text: string): number {
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text)) {
    throw new Error(`"${text}" is not a share; use a number from 0 (none) to 1 (all), for example 0.01.`);
  }
  return Number(text);
}

function parseRetention(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) {
    throw new Error(`"${text}" is not a number of days; use one from 1 to 99999, or leave it out.`);
  }
  return Number(text);
}

function parseSwitch(text: string): boolean {
  if (!/^(true|false)$/i.test(text)) throw new Error(`"${text}" is neither true nor false.`);
  return text.toLowerCase() === 'true';
}

function parseDrainDelay(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 60_000) {
    throw new Error(`"${text}" is not a delay; use milliseconds from 0 to 60000.`);
  }
  return Number(text);
}
