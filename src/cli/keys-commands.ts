import { because, readReason } from '../access/audit/reason';
import { RenewLicenseKeyDto } from '../licensing/license-keys/dto/renew-license-key.dto';
import { LicenseKeyRenewalService } from '../licensing/license-keys/license-key-renewal.service';
import { LicenseKeyReplacementService } from '../licensing/license-keys/license-key-replacement.service';
import { LicenseKeysModule } from '../licensing/license-keys/license-keys.module';
import { toLicenseKeyDto } from '../licensing/license-keys/to-license-key-dto';
import { commandLineActor } from './command-line-actor';
import { printJson, printLine, showTime, tell } from './output';
import { validate } from '../platform/validation/validation';
import { withDatabase } from './with-database';

interface Renewal {
  readonly from?: RenewLicenseKeyDto['from'];
  readonly duration?: string;
  readonly reason?: string;
  readonly json?: true;
}

export async function renew(key: string, { json, reason, ...values }: Renewal): Promise<void> {
  const body = await validate(RenewLicenseKeyDto, values);
  const actor = because({ ...commandLineActor(), ownerId: 0 }, readReason(reason));
  const renewed = await withDatabase([LicenseKeysModule], (providers) =>
    providers.get(LicenseKeyRenewalService).renew(key, body, actor, { mayRead: true }, undefined),
  );
  if (json) printJson(toLicenseKeyDto(renewed));
  else {
    const { expiresAt, updatesUntil } = renewed;
    if (expiresAt !== null) printLine(`The license key ends at ${showTime(expiresAt, '')}.`);
    if (updatesUntil !== null) printLine(`Its updates end at ${showTime(updatesUntil, '')}.`);
  }
}

interface Options {
  readonly grace: number;
  readonly reason?: string;
  readonly json?: true;
}

export async function replace(key: string, { grace, reason, json }: Options): Promise<void> {
  const actor = because(commandLineActor(), readReason(reason));
  const replaced = await withDatabase([LicenseKeysModule], (providers) =>
    providers.get(LicenseKeyReplacementService).replace(key, grace, actor),
  );
  if (json) {
    printJson(toLicenseKeyDto(replaced));
    return;
  }
  printLine(replaced.key);
  const until = showTime(Date.now() + grace * 1000, '');
  tell(grace === 0 ? 'The former key is refused from now on.' : `The former key passes until ${until}.`);
}
