import { LicenseKeyReplacementService } from '../licensing/license-keys/license-key-replacement.service';
import { LicenseKeysModule } from '../licensing/license-keys/license-keys.module';
import { toLicenseKeyDto } from '../licensing/license-keys/to-license-key-dto';
import { commandLineActor } from './command-line-actor';
import { printJson, printLine, showTime, tell } from './output';
import { withDatabase } from './with-database';

interface Options {
  readonly grace: number;
  readonly json?: true;
}

export async function replace(key: string, { grace, json }: Options): Promise<void> {
  const replaced = await withDatabase([LicenseKeysModule], (providers) =>
    providers.get(LicenseKeyReplacementService).replace(key, grace, commandLineActor()),
  );
  if (json) {
    printJson(toLicenseKeyDto(replaced));
    return;
  }
  printLine(replaced.key);
  const until = showTime(Date.now() + grace * 1000, '');
  tell(grace === 0 ? 'The former key is refused from now on.' : `The former key passes until ${until}.`);
}
