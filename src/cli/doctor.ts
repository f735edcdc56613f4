import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import { connectDatabase } from '../platform/database/data-source';
import { databaseOptions } from '../schema';
import { explainStart } from '../platform/database/explain-start';
import { judgedAddress } from '../platform/addresses/client-address';
import { loadSettings } from '../platform/settings/load-settings';
import { misnamedSettings } from '../platform/settings/misnamed-settings';
import type { Settings } from '../platform/settings/settings';
import { checkApiKeys, checkClock, checkDurability, checkMigrations, checkVersion } from './database-checks';
import { explain } from './explain';
import type { Finding } from './finding';
import { announceDatabase } from './named-database';
import { checkRedis } from './redis-check';
import { checkSigning } from './signing-check';

/** A request whose address is to be judged. */
interface Example {
  readonly peer: string;
  readonly forwardedFor: string;
}

type Check = (dataSource: DataSource, settings: Settings) => Promise<Finding>;

const DATABASE_CHECKS: Check[] = [
  checkVersion,
  checkDurability,
  checkMigrations,
  checkClock,
  checkApiKeys,
  checkSigning,
];

/** Looks at everything that the service depends on, and changes nothing. */
export async function examine(example: Example): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = loadSettings();
  } catch (error) {
    return [{ check: 'settings', status: 'failed', message: explain(error) }];
  }
  announceDatabase(settings.database);
  return [
    { check: 'settings', status: 'ok', message: 'all of them can be read.' },
    ...describeMisnamed(),
    describeAddress(settings, example),
    ...describeLicenseKeyAuth(settings),
    ...(await examineDatabase(settings)),
    ...(settings.redisUrl === undefined ? [] : [await checkRedis(settings.redisUrl)]),
  ];
}

async function examineDatabase(settings: Settings): Promise<Finding[]> {
  const { database } = settings;
  if (database.engine === 'embedded' && !existsSync(database.file)) {
    return [
      { check: 'database', status: 'warning', message: `${database.file} is not there yet; the first start makes it.` },
    ];
  }
  let dataSource: DataSource;
  try {
    dataSource = await connectDatabase(databaseOptions(database));
  } catch (error) {
    return [{ check: 'database', status: 'failed', message: explain(explainStart(error, database)) }];
  }
  try {
    const findings: Finding[] = [];
    for (const check of DATABASE_CHECKS) findings.push(await check(dataSource, settings));
    return findings;
  } catch (error) {
    return [{ check: 'database', status: 'failed', message: explain(error) }];
  } finally {
    await dataSource.destroy();
  }
}

function describeMisnamed(): Finding[] {
  return misnamedSettings(process.env).map((message) => ({ check: 'settings', status: 'warning', message }));
}

function describeLicenseKeyAuth({ licenseKeyAuth, trustProxy }: Settings): Finding[] {
  if (!licenseKeyAuth) return [];
  const shared =
    trustProxy.length === 0 ? ' Behind a proxy all of them would count as one address: set TRUST_PROXY then.' : '';
  return [
    {
      check: 'license key auth',
      status: 'ok',
      message: `LICENSE_KEY_AUTH is on: checks need no API key, and guessing is limited by client address.${shared}`,
    },
  ];
}

function describeAddress({ trustProxy }: Settings, { peer, forwardedFor }: Example): Finding {
  const address = judgedAddress(peer, forwardedFor, trustProxy);
  const request = `a request from ${peer} with ${forwardedFor ? `X-Forwarded-For "${forwardedFor}"` : 'no X-Forwarded-For'}`;
  const trust = trustProxy.length === 0 ? ' TRUST_PROXY names no proxy, so nobody is believed.' : '';
  const ignored = forwardedFor !== '' && address === peer;
  return {
    check: 'client address',
    status: ignored ? 'warning' : 'ok',
    message: `${request} is judged by the address ${address}.${trust}`,
  };
}
