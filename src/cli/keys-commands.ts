import { because, readReason } from '../access/audit/reason';
import type { CallingActor } from '../access/audit/actor';
import { CreateLicenseKeyDto } from '../licensing/license-keys/dto/create-license-key.dto';
import type { LicenseKeyDto, LicenseKeyOutlineDto } from '../licensing/license-keys/dto/license-key.dto';
import { ListLicenseKeysDto } from '../licensing/license-keys/dto/list-license-keys.dto';
import { RenewLicenseKeyDto } from '../licensing/license-keys/dto/renew-license-key.dto';
import { UpdateLicenseKeyDto } from '../licensing/license-keys/dto/update-license-key.dto';
import { LICENSE_KEY_FIELDS } from '../licensing/license-keys/license-key-fields';
import { LicenseKeyRenewalService } from '../licensing/license-keys/license-key-renewal.service';
import { LicenseKeyReplacementService } from '../licensing/license-keys/license-key-replacement.service';
import { LicenseKeysModule } from '../licensing/license-keys/license-keys.module';
import { LicenseKeysService } from '../licensing/license-keys/license-keys.service';
import { toLicenseKeyDto } from '../licensing/license-keys/to-license-key-dto';
import { firstOf } from './all-pages';
import { approve } from './ask';
import { commandLineActor } from './command-line-actor';
import type { WithJson, WithReason } from './options';
import { linesOf, printJson, printLine, printRecord, printTable, showTime, tell } from './output';
import { validate } from '../platform/validation/validation';
import { readDatabase, withDatabase } from './with-database';

type Values = Readonly<Record<string, unknown>>;

const takesItsTime = (): boolean => false;

/** The actor has no API key, so no limits per API key apply. */
const actor = (reason?: string): CallingActor => because({ ...commandLineActor(), ownerId: 0 }, readReason(reason));

export async function list({ json, limit, ...search }: WithJson & Values & { readonly limit: number }): Promise<void> {
  const query = await validate(ListLicenseKeysDto, search);
  const { found, hasMore } = await readDatabase([LicenseKeysModule], (providers) =>
    firstOf(limit, (place, most) =>
      providers.get(LicenseKeysService).getPage(Object.assign({}, query, place), most, takesItsTime),
    ),
  );
  if (json) printJson(found);
  else if (found.length === 0) printLine('No such license keys.');
  else printTable([['ID', 'KEY', 'UID', 'PID', 'STATE', 'EXPIRES', 'LAST CHECK'], ...found.map(rowOf)]);
  if (hasMore) tell(`There are more than these ${limit}: narrow the list, or raise --limit.`);
}

export async function show(key: string, { json }: WithJson): Promise<void> {
  const found = await readDatabase([LicenseKeysModule], (providers) => providers.get(LicenseKeysService).get(key));
  if (json) printJson(found);
  else printRecord(described(found));
}

export async function create({
  json,
  count,
  ...values
}: WithJson & Values & { readonly count: number }): Promise<void> {
  const body = await validate(CreateLicenseKeyDto, values);
  const { licenseKeys } = await withDatabase([LicenseKeysModule], (providers) =>
    providers.get(LicenseKeysService).createMany(
      Array.from({ length: count }, () => body),
      actor(),
      undefined,
    ),
  );
  if (json) printJson(licenseKeys);
  else for (const { key } of licenseKeys) printLine(key);
}

export async function update(key: string, { json, reason, ...values }: WithJson & WithReason & Values): Promise<void> {
  if (Object.keys(values).length === 0)
    throw new Error('Say what to change, such as --seats <number>; --help lists all fields.');
  const changed = await change(key, values, reason);
  if (json) printJson(changed);
  else printRecord(described(changed));
}

export async function disable(key: string, { json, reason }: WithJson & WithReason): Promise<void> {
  const changed = await change(key, { disabled: true }, reason);
  if (json) printJson(changed);
  else printLine(`License key ${changed.id} is disabled: its checks are refused.`);
}

export async function enable(key: string, { json, reason }: WithJson & WithReason): Promise<void> {
  const changed = await change(key, { disabled: false }, reason);
  if (json) printJson(changed);
  else printLine(`License key ${changed.id} is enabled.`);
}

async function change(key: string, values: object, reason: string | undefined) {
  const body = await validate(UpdateLicenseKeyDto, { ...values, reason });
  return withDatabase([LicenseKeysModule], (providers) => providers.get(LicenseKeysService).update(key, body, actor()));
}

export async function deleteKey(
  key: string,
  { json, reason, yes }: WithJson & WithReason & { readonly yes?: true },
): Promise<void> {
  const deleted = await withDatabase([LicenseKeysModule], async (providers) => {
    const licenseKeys = providers.get(LicenseKeysService);
    const { id, uuid, product } = await licenseKeys.get(key);
    if (!yes) {
      tell(`To be deleted: license key ${id} of customer ${uuid} for product ${product}, with its logs.`);
      await approve('Delete?', 'Nothing was deleted');
    }
    // By record id: another key may have got its value meanwhile.
    return licenseKeys.delete(String(id), actor(reason));
  });
  if (json) printJson(deleted);
  else printLine(`License key ${deleted.id} was deleted.`);
}

const described = (licenseKey: LicenseKeyDto | LicenseKeyOutlineDto): string[][] => [
  ['Record id', String(licenseKey.id)],
  ...linesOf(LICENSE_KEY_FIELDS, licenseKey),
];

function rowOf(licenseKey: LicenseKeyDto): string[] {
  const { id, key, uuid, product, expiresAt = null, lastSeen } = licenseKey;
  const times = [showTime(expiresAt, 'never'), showTime(lastSeen || null, 'never')];
  return [String(id), key, uuid, String(product), stateOf(licenseKey), ...times];
}

function stateOf({ disabled, expiresAt = Infinity }: LicenseKeyDto): string {
  if (disabled) return 'disabled';
  return expiresAt <= Date.now() ? 'expired' : 'active';
}

interface Renewal extends WithJson, WithReason {
  readonly from?: RenewLicenseKeyDto['from'];
  readonly duration?: string;
}

export async function renew(key: string, { json, reason, ...values }: Renewal): Promise<void> {
  const body = await validate(RenewLicenseKeyDto, values);
  const renewed = await withDatabase([LicenseKeysModule], (providers) =>
    providers.get(LicenseKeyRenewalService).renew(key, body, actor(reason), { mayRead: true }, undefined),
  );
  if (json) printJson(toLicenseKeyDto(renewed));
  else {
    const { expiresAt, updatesUntil } = renewed;
    if (expiresAt !== null) printLine(`The license key ends at ${showTime(expiresAt, '')}.`);
    if (updatesUntil !== null) printLine(`Its updates end at ${showTime(updatesUntil, '')}.`);
  }
}

interface Options extends WithJson, WithReason {
  readonly grace: number;
}

export async function replace(key: string, { grace, reason, json }: Options): Promise<void> {
  const replaced = await withDatabase([LicenseKeysModule], (providers) =>
    providers.get(LicenseKeyReplacementService).replace(key, grace, actor(reason)),
  );
  if (json) {
    printJson(toLicenseKeyDto(replaced));
    return;
  }
  printLine(replaced.key);
  const until = showTime(Date.now() + grace * 1000, '');
  tell(grace === 0 ? 'The former key is refused from now on.' : `The former key passes until ${until}.`);
}
