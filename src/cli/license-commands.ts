import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { SignLicenseDto } from '../licensing/offline-licenses/dto/sign-license.dto';
import { licenseFile } from '../licensing/offline-licenses/license-file';
import { OfflineLicensesService } from '../licensing/offline-licenses/offline-licenses.service';
import { validate } from '../platform/validation/validation';
import { readOwnRoutes } from '../service-routes';
import { KeySetChain } from '../signing/key-set-chain';
import { commandLineActor } from './command-line-actor';
import { printJson, tell } from './output';
import { withDatabase } from './with-database';

interface SignOptions {
  readonly days?: number;
  readonly json?: true;
}

/** Answers the request code of a client without a network: what it needs goes to standard output, the license last. */
export async function sign(file: string, { days, json }: SignOptions): Promise<void> {
  const code = (file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')).trim();
  const body = await validate(SignLicenseDto, { days, request: code });
  // What license keys may not be follows from them.
  readOwnRoutes();
  const { license, exp, keySets } = await withDatabase(async (providers) => {
    const { license, exp } = await providers.get(OfflineLicensesService).answer(code, body.days, commandLineActor());
    return { license, exp, keySets: await providers.get(KeySetChain).read() };
  });
  if (json) {
    printJson({ license, exp, keySets });
    return;
  }
  process.stdout.write(licenseFile(keySets, license));
  tell(`The license holds until ${new Date(exp * 1000).toISOString()}.`);
}
