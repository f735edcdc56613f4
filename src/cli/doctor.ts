import type { DataSource } from 'typeorm';
import { ApiKey } from '../access/api-keys/api-key.entity';
import { ApiKeysRepository } from '../access/api-keys/api-keys.repository';
import { ApiKeysCheck } from '../operations/doctor/api-keys-check';
import { DatabaseChecks } from '../operations/doctor/database-checks';
import { explain } from '../operations/doctor/explain';
import type { Finding } from '../operations/doctor/finding';
import { MailCheck } from '../operations/doctor/mail-check';
import { MetersCheck } from '../operations/doctor/meters-check';
import { SalesCheck } from '../operations/doctor/sales-check';
import { JobsCheck } from '../operations/doctor/jobs-check';
import { SearchCheck } from '../operations/doctor/search-check';
import { checkRedis } from '../operations/doctor/redis-check';
import { type Example, settingsFindings } from '../operations/doctor/settings-findings';
import { WebhooksCheck } from '../operations/doctor/webhooks-check';
import { SIGNING_NOT_SET_UP, SigningCheck } from '../operations/doctor/signing-check';
import { Webhook } from '../events/webhooks/webhook.entity';
import { WebhookVault } from '../events/webhooks/webhook-vault';
import { WebhooksModule } from '../events/webhooks/webhooks.module';
import { WebhooksRepository } from '../events/webhooks/webhooks.repository';
import { MeterCount } from '../licensing/uses/meter-count.entity';
import { MeterCountsRepository } from '../licensing/uses/meter-counts.repository';
import { UsesModule } from '../licensing/uses/uses.module';
import { UsesRepository } from '../licensing/uses/uses.repository';
import { Mail } from '../mail/outbox/mail.entity';
import { MailsRepository } from '../mail/outbox/mails.repository';
import { SendingModule } from '../mail/sending/sending.module';
import { Smtp } from '../mail/sending/smtp';
import { canonicalAddress } from '../platform/addresses/address';
import { connectDatabase } from '../platform/database/data-source';
import { databaseFault } from '../platform/database/database-errors';
import { explainStart } from '../platform/database/explain-start';
import { hasTable } from '../platform/database/has-table';
import { findUnfinishedRestore } from '../platform/database/unfinished-restore';
import { JobState } from '../platform/jobs/job-state.entity';
import { JobStatesRepository } from '../platform/jobs/job-states.repository';
import { SearchIndex } from '../platform/search-index/search-index';
import { SearchWord } from '../platform/search-index/search-word.entity';
import { loadSettings } from '../platform/settings/load-settings';
import type { Settings } from '../platform/settings/settings';
import { databaseOptions } from '../schema';
import { InboxMessage } from '../selling/inbox/inbox-message.entity';
import { InboxModule } from '../selling/inbox/inbox.module';
import { InboxRepository } from '../selling/inbox/inbox.repository';
import { SourceVault } from '../selling/sources/source-vault';
import { SourcesRepository } from '../selling/sources/sources.repository';
import { KeySetInspection } from '../signing/key-set-inspection';
import { KeySet } from '../signing/key-set.entity';
import { KeySetsRepository } from '../signing/key-sets.repository';
import { SecretKey } from '../signing/secret-key';
import { SigningKey } from '../signing/signing-key.entity';
import { SigningKeysRepository } from '../signing/signing-keys.repository';
import { TokenSigner } from '../signing/token-signer';
import { announceDatabase, isThere } from './named-database';
import { SEARCHED } from './search-commands';
import { withProviders } from './with-database';
import type { WithJson } from './options';
import { printJson, printLine } from './output';

async function examine(example: Example): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = loadSettings();
  } catch (error) {
    return [{ check: 'settings', status: 'failed', message: explain(error) }];
  }
  announceDatabase(settings.database);
  return [
    ...settingsFindings(settings, example),
    ...(await examineDatabase(settings)),
    ...(settings.redisUrl === undefined ? [] : [await checkRedis(settings.redisUrl)]),
  ];
}

async function examineDatabase(settings: Settings): Promise<Finding[]> {
  const { database } = settings;
  if (database.engine === 'embedded' && !isThere(database.file)) {
    return [
      {
        check: 'database',
        status: 'warning',
        message: `${database.file} does not exist yet; the first start creates it.`,
      },
    ];
  }
  let dataSource: DataSource;
  try {
    dataSource = await connectDatabase(databaseOptions(database));
  } catch (error) {
    return [{ check: 'database', status: 'failed', message: explain(explainStart(error, database)) }];
  }
  const findings: Finding[] = [];
  try {
    for await (const finding of new DatabaseChecks(dataSource, settings).findings()) findings.push(finding);
    // What is missing yet would look like damage.
    if (await findUnfinishedRestore(dataSource)) return findings;
    findings.push(await checkApiKeys(dataSource), await checkSigning(dataSource, settings));
    findings.push(...(await checkJobs(dataSource)), ...(await checkSearch(dataSource, settings)));
  } catch (error) {
    findings.push(whatStopped(explainStart(error, database), findings));
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
  return findings;
}

/** Before an upgrade, for instance, columns are missing that this version reads. */
function whatStopped(error: unknown, findings: readonly Finding[]): Finding {
  const isOfThisVersion = !findings.some(({ check, status }) => check === 'migrations' && status === 'failed');
  if (isOfThisVersion || databaseFault(error) === 'unavailable') {
    return { check: 'database', status: 'failed', message: explain(error) };
  }
  const message = "everything else can be checked once the database has this version's schema.";
  return { check: 'database', status: 'warning', message };
}

/** The last one, since it closes the database. */
async function checkSearch(dataSource: DataSource, settings: Settings): Promise<Finding[]> {
  if (!(await hasTable(dataSource, dataSource.getMetadata(SearchWord).tableName))) return [];
  const hasWebhooks = await hasTable(dataSource, dataSource.getMetadata(Webhook).tableName);
  const hasMails = await hasTable(dataSource, dataSource.getMetadata(Mail).tableName);
  const hasMeters = await hasTable(dataSource, dataSource.getMetadata(MeterCount).tableName);
  const hasSales = await hasTable(dataSource, dataSource.getMetadata(InboxMessage).tableName);
  return withProviders(
    dataSource,
    settings,
    [...SEARCHED, WebhooksModule, SendingModule, InboxModule, UsesModule],
    async (providers) => [
      await new SearchCheck(providers.get(SearchIndex)).finding(),
      ...(hasWebhooks
        ? [await new WebhooksCheck(providers.get(WebhooksRepository), providers.get(WebhookVault)).finding()]
        : []),
      ...(hasMails
        ? await new MailCheck(providers.get(MailsRepository), providers.get(Smtp), settings).findings()
        : []),
      ...(hasSales
        ? await new SalesCheck(
            providers.get(SourcesRepository),
            providers.get(SourceVault),
            providers.get(InboxRepository),
          ).findings()
        : []),
      ...(hasMeters
        ? await new MetersCheck(providers.get(MeterCountsRepository), providers.get(UsesRepository)).findings()
        : []),
    ],
  );
}

/** The service may never have started on this database. */
async function checkApiKeys(dataSource: DataSource): Promise<Finding> {
  if (!(await hasTable(dataSource, dataSource.getMetadata(ApiKey).tableName))) {
    return { check: 'API keys', status: 'warning', message: 'there are none yet; the first start creates one.' };
  }
  return new ApiKeysCheck(new ApiKeysRepository(dataSource.getRepository(ApiKey))).finding();
}

async function checkJobs(dataSource: DataSource): Promise<Finding[]> {
  if (!(await hasTable(dataSource, dataSource.getMetadata(JobState).tableName))) return [];
  return [await new JobsCheck(new JobStatesRepository(dataSource.getRepository(JobState))).finding()];
}

async function checkSigning(dataSource: DataSource, settings: Settings): Promise<Finding> {
  if (!(await hasTable(dataSource, dataSource.getMetadata(KeySet).tableName))) return SIGNING_NOT_SET_UP;
  const keySets = new KeySetsRepository(dataSource.getRepository(KeySet));
  const keys = new SigningKeysRepository(dataSource.getRepository(SigningKey));
  const signer = new TokenSigner(keySets, keys, new SecretKey(settings));
  return new SigningCheck(signer, new KeySetInspection(keySets, keys)).finding();
}

interface Options extends WithJson {
  readonly peer: string;
  readonly forwardedFor: string;
}

const SIGNS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ' } as const;

export async function doctor({ json, peer, forwardedFor }: Options): Promise<void> {
  const address = canonicalAddress(peer);
  if (address === undefined) throw new Error(`--peer must be one IPv4 or IPv6 address; "${peer}" is not.`);
  const findings = await examine({ peer: address, forwardedFor });
  const failed = findings.some(({ status }) => status === 'failed');
  if (json) printJson({ ok: !failed, checks: findings });
  else for (const finding of findings) printLine(line(finding));
  if (failed) process.exitCode = 1;
}

function line({ status, check, message }: Finding): string {
  return `${SIGNS[status]}  ${check}: ${message}`;
}
