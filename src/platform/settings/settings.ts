import type { KeyObject } from 'node:crypto';
import type { AddressRange } from '../addresses/address';
import { type DatabaseTarget, parseDatabaseUrl } from './database-url';
import { type OpenIdSettings, readOpenId } from './open-id';
import { parseSecretKey } from './secret-key';
import { withPassword } from './secrets';
import {
  type LogLevel,
  parseBootstrapApiKey,
  parseConnections,
  parseCorsOrigins,
  parseDrainDelay,
  parseFile,
  parseHost,
  parseLimit,
  parseLogLevel,
  parseOfflineDays,
  parsePort,
  parsePublicUrl,
  parseRedisUrl,
  parseRetention,
  parseShare,
  parseSwitch,
  parseTrustProxy,
} from './setting-values';
import { Variables } from './variables';

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
  /** Proxies whose `X-Forwarded-For` is believed; empty for none. */
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
  /** Days that the audit is kept; undefined for ever. */
  readonly auditRetentionDays: number | undefined;
  /** Days that a device without a seat is remembered. */
  readonly deviceRetentionDays: number;
  /** Whether a database that may lose what it has committed stops the start. */
  readonly requireDurable: boolean;
  /** How long requests are still taken after the signal to end, in milliseconds. */
  readonly drainDelayMs: number;
  /** Whether the console is served. */
  readonly console: boolean;
  /** The identity provider that people may sign in with, beside API keys; undefined when not set. */
  readonly openId: OpenIdSettings | undefined;

  constructor(values: Settings) {
    Object.assign(this, values);
  }
}

/** Raised when the environment can't be used; `problems` has one line for each wrong setting. */
export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`Settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/**
 * Reads and validates all settings at once, so that the operator sees every mistake in one go.
 * A variable that is empty counts as not set.
 * @throws {SettingsError} naming each wrong variable and what would be right
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const variables = new Variables(environment);
  const { read, report, problems } = variables;
  const settings = new Settings({
    port: read('PORT', 3000, parsePort),
    host: read('HOST', undefined, parseHost),
    database: readDatabase(variables),
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
    auditRetentionDays: read('AUDIT_RETENTION_DAYS', undefined, parseRetention),
    deviceRetentionDays: read('DEVICE_RETENTION_DAYS', 30, parseRetention),
    requireDurable: read('REQUIRE_DURABLE', false, parseSwitch),
    drainDelayMs: read('DRAIN_DELAY_MS', 2000, parseDrainDelay),
    console: read('CONSOLE', true, parseSwitch),
    openId: readOpenId(read, report),
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function readDatabase(variables: Variables): DatabaseTarget {
  const database = variables.read('DATABASE_URL', parseDatabaseUrl('sqlite:data/keylink.db'), parseDatabaseUrl);
  if (variables.problems.some((problem) => problem.startsWith('DATABASE_'))) return database;
  // Blanks at its ends belong to a password.
  return variables.readAsItIs('DATABASE_PASSWORD', database, (password) => withPassword(database, password));
}
