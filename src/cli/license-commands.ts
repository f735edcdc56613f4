import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { SignLicenseDto } from '../licensing/offline-licenses/dto/sign-license.dto';
import { licenseFile } from '../licensing/offline-licenses/license-file';
import { OfflineLicensesModule } from '../licensing/offline-licenses/offline-licenses.module';
import { OfflineLicensesService } from '../licensing/offline-licenses/offline-licenses.service';
import { validate } from '../platform/validation/validation';
import { KeySetChain } from '../signing/key-set-chain';
import { commandLineActor } from './command-line-actor';
import type { WithJson } from './options';
import { printJson, tell } from './output';
import { OutageWatch } from '../licensing/seats/outage-watch';
import { withDatabase } from './with-database';

interface SignOptions extends WithJson {
  readonly days?: number;
}

/** Answers a request code; prints what the offline client needs, the license last. */
export async function sign(file: string, { days, json }: SignOptions): Promise<void> {
  const code = (file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')).trim();
  const body = await validate(SignLicenseDto, { days, request: code });
  const { license, exp, keySets } = await withDatabase([OfflineLicensesModule], async (providers) => {
    // Leases depend on the outages that the service has recorded.
    await providers.get(OutageWatch).look();
    const { license, exp } = await providers.get(OfflineLicensesService).answer(code, body.days, commandLineActor());
    return { license, exp, keySets: await providers.get(KeySetChain).read() };
  });
  if (json) {
    printJson({ license, exp, keySets });
    return;
  }
  process.stdout.write(licenseFile(keySets, license));
  tell(`The license is valid until ${new Date(exp * 1000).toISOString()}.`);
}
