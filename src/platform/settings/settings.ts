import type { KeyObject } from 'node:crypto';
import type { AddressRange } from '../addresses/address';
import { type DatabaseTarget, parseDatabaseUrl } from './database-url';
import { type MailSettings, readMail } from './mail';
import { type OpenIdSettings, readOpenId } from './open-id';
import { checkPlaceOf, type PortalSettings, readPortal } from './portal';
import { parseReleaseBucket, type ReleaseBucketSettings } from './release-bucket';
import { parseSecretKey } from './secret-key';
import { withPassword, withSecretFiles } from './secrets';
import { readTelemetry, type TelemetrySettings } from './telemetry';
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
  parseNetworks,
  parseNoticeDays,
  parseOfflineDays,
  parseOnOff,
  parsePort,
  parseProxy,
  parsePublicUrl,
  parseRedisUrl,
  parseRetention,
  parseShare,
  parseSwitch,
  parseTrustProxy,
  parseWorkers,
} from './setting-values';

/** Validated settings. `.env.example` explains each. */
export class Settings {
  /** 0 for any free port. */
  readonly port: number;
  /** Undefined for all addresses. */
  readonly host: string | undefined;
  readonly database: DatabaseTarget;
  /** How many processes answer; more than one needs MySQL or MariaDB. */
  readonly workers: number;
  /** Whether to migrate at the start; otherwise the schema is only checked. */
  readonly autoMigrate: boolean;
  readonly bootstrapApiKey: string | undefined;
  /** Absolute path of a file for a newly created first admin key; undefined to print it. */
  readonly firstApiKeyFile: string | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly AddressRange[];
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined;
  readonly corsOrigins: readonly string[];
  /** Whether checks accept a license key in `Authorization` instead of an API key. */
  readonly licenseKeyAuth: boolean;
  /** Wrong API keys, or unknown license keys, per client address. */
  readonly wrongKeyLimitPerMinute: number;
  /** Per license key and client address without an API key. */
  readonly licenseCheckLimitPerMinute: number;
  /** Trials per client address. */
  readonly trialLimitPerMinute: number;
  /** Undefined for no limit. */
  readonly requestLimitPerMinute: number | undefined;
  /** Undefined for what the limit on open files allows, at most 10,000. */
  readonly maxConnections: number | undefined;
  /** Undefined for three quarters of all connections. */
  readonly maxConnectionsPerAddress: number | undefined;
  /** Undefined if each instance counts alone. */
  readonly redisUrl: string | undefined;
  /** Encrypts private keys in the database. A KeyObject never prints its value. */
  readonly secretKey: KeyObject | undefined;
  /** Longest time a signed pass is valid, in days. */
  readonly offlineDays: number;
  /** Whether facts about visits are collected. */
  readonly visitStats: boolean;
  /** Absolute path of an mmdb file with countries; undefined for none. */
  readonly geoDatabase: string | undefined;
  /** Absolute paths of the app association files for short links; undefined for none. */
  readonly appFiles: { readonly apple: string | undefined; readonly android: string | undefined };
  readonly logLevel: LogLevel;
  /** Share (0 to 1) of checks and redirects to log. */
  readonly logHotShare: number;
  /** Undefined for ever. */
  readonly logRetentionDays: number | undefined;
  /** Undefined for ever. */
  readonly auditRetentionDays: number | undefined;
  readonly eventRetentionDays: number;
  /** Days before a license key's end on which followers are told of it, descending. */
  readonly expiryNoticeDays: readonly number[];
  /** For devices without a seat. */
  readonly deviceRetentionDays: number;
  /** Whether the start fails if the database may lose committed data. */
  readonly requireDurable: boolean;
  /** How long requests are accepted after the stop signal. */
  readonly drainDelayMs: number;
  readonly console: boolean;
  readonly openId: OpenIdSettings | undefined;
  /** Networks to which webhooks may be sent although they aren't public. */
  readonly webhookNetworks: readonly AddressRange[];
  /** Proxy for webhooks, which then resolves names. */
  readonly webhookProxy: URL | undefined;
  /** Undefined if no emails are sent. */
  readonly mail: MailSettings | undefined;
  /** Undefined if no releases are in a bucket. */
  readonly releaseBucket: ReleaseBucketSettings | undefined;
  /** Undefined while customers have no portal. */
  readonly portal: PortalSettings | undefined;
  /** Undefined if no traces and logs are sent. */
  readonly telemetry: TelemetrySettings | undefined;

  constructor(values: Settings) {
    Object.assign(this, values);
  }
}

export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`Settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Reads all settings, so that one error lists every mistake; empty means not set. @throws {SettingsError} */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const variables = new Variables(environment);
  const { read, report, problems } = variables;
  const settings = new Settings({
    port: read('PORT', 3000, parsePort),
    host: read('HOST', undefined, parseHost),
    database: readDatabase(variables),
    workers: read('WORKERS', 1, parseWorkers),
    autoMigrate: read('AUTO_MIGRATE', true, parseSwitch),
    bootstrapApiKey: read('BOOTSTRAP_API_KEY', undefined, parseBootstrapApiKey),
    firstApiKeyFile: read('FIRST_API_KEY_FILE', undefined, parseFile),
    trustProxy: read('TRUST_PROXY', [], parseTrustProxy),
    publicUrl: read('PUBLIC_URL', undefined, parsePublicUrl),
    corsOrigins: read('CORS_ORIGINS', [], parseCorsOrigins),
    licenseKeyAuth: read('LICENSE_KEY_AUTH', false, parseSwitch),
    wrongKeyLimitPerMinute: read('WRONG_KEY_LIMIT_PER_MINUTE', 30, parseLimit),
    licenseCheckLimitPerMinute: read('LICENSE_CHECK_LIMIT_PER_MINUTE', 600, parseLimit),
    trialLimitPerMinute: read('TRIAL_LIMIT_PER_MINUTE', 30, parseLimit),
    requestLimitPerMinute: read('REQUEST_LIMIT_PER_MINUTE', undefined, parseLimit),
    maxConnections: read('MAX_CONNECTIONS', undefined, parseConnections),
    maxConnectionsPerAddress: read('MAX_CONNECTIONS_PER_ADDRESS', undefined, parseConnections),
    redisUrl: read('REDIS_URL', undefined, parseRedisUrl),
    secretKey: read('SECRET_KEY', undefined, parseSecretKey),
    offlineDays: read('OFFLINE_DAYS', 14, parseOfflineDays),
    visitStats: read('VISIT_STATS', true, parseOnOff),
    geoDatabase: read('GEO_DATABASE', undefined, parseFile),
    appFiles: {
      apple: read('APPLE_APP_SITE_ASSOCIATION', undefined, parseFile),
      android: read('ANDROID_ASSET_LINKS', undefined, parseFile),
    },
    logLevel: read('LOG_LEVEL', 'info', parseLogLevel),
    logHotShare: read('LOG_HOT_SHARE', 0.01, parseShare),
    logRetentionDays: read('LOG_RETENTION_DAYS', undefined, parseRetention),
    auditRetentionDays: read('AUDIT_RETENTION_DAYS', undefined, parseRetention),
    eventRetentionDays: read('EVENT_RETENTION_DAYS', 90, parseRetention),
    expiryNoticeDays: read('EXPIRY_NOTICE_DAYS', [30, 7, 1], parseNoticeDays),
    deviceRetentionDays: read('DEVICE_RETENTION_DAYS', 30, parseRetention),
    requireDurable: read('REQUIRE_DURABLE', false, parseSwitch),
    drainDelayMs: read('DRAIN_DELAY_MS', 2000, parseDrainDelay),
    console: read('CONSOLE', true, parseSwitch),
    openId: readOpenId(read, report),
    webhookNetworks: read('WEBHOOK_NETWORKS', [], parseNetworks),
    webhookProxy: read('WEBHOOK_PROXY', undefined, parseProxy),
    releaseBucket: read('RELEASE_BUCKET', undefined, parseReleaseBucket),
    mail: readMail(read, report),
    portal: readPortal(read),
    telemetry: readTelemetry(read),
  });
  checkPlaceOf(settings, report);
  if (settings.workers > 1 && settings.database.engine === 'embedded')
    report(
      'WORKERS',
      'the embedded database belongs to one process; set DATABASE_URL to a MySQL or MariaDB, or leave WORKERS out.',
    );
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function readDatabase(variables: Variables): DatabaseTarget {
  const database = variables.read('DATABASE_URL', parseDatabaseUrl('sqlite:data/keylink.db'), parseDatabaseUrl);
  if (variables.problems.some((problem) => problem.startsWith('DATABASE_'))) return database;
  // A password may begin or end with spaces.
  return variables.readAsItIs('DATABASE_PASSWORD', database, (password) => withPassword(database, password));
}

class Variables {
  readonly problems: string[] = [];
  private readonly find: (name: string) => string | undefined;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.find = withSecretFiles((name) => environment[name], this.report);
  }

  readonly report = (name: string, problem: string): void => {
    this.problems.push(`${name}: ${problem}`);
  };

  /** Trims the value; returns the fallback if it is unset or wrong. */
  readonly read = <T>(name: string, fallback: T, parse: (text: string) => T): T =>
    this.readAsItIs(name, fallback, (text) => (text.trim() ? parse(text.trim()) : fallback));

  readAsItIs<T>(name: string, fallback: T, parse: (text: string) => T): T {
    const text = this.find(name);
    if (!text) return fallback;
    try {
      return parse(text);
    } catch (error) {
      this.report(name, (error as Error).message);
      return fallback;
    }
  }
}
