import type { DataSource } from 'typeorm';
import { hasTable } from '../platform/database/schema-state';
import type { Settings } from '../platform/settings/settings';
import { KeySet } from '../signing/key-set.entity';
import { KeySetsRepository } from '../signing/key-sets.repository';
import { SecretKey } from '../signing/secret-key';
import { SigningKey } from '../signing/signing-key.entity';
import { SigningKeysRepository } from '../signing/signing-keys.repository';
import { TokenSigner } from '../signing/token-signer';
import type { Finding } from './finding';

const DAY_SECONDS = 24 * 60 * 60;
/** So many days before a key set ends it is worth a warning: who operates a service may be on holiday. */
const WARNING_DAYS = 30;
const REMEDY = 'run "keylink signing rotate"';

const finding = (status: Finding['status'], message: string): Finding => ({ check: 'signing', status, message });

/** Whether answers are signed, and for how long clients go on believing it. */
export async function checkSigning(dataSource: DataSource, settings: Settings): Promise<Finding> {
  if (!(await hasTable(dataSource, dataSource.getMetadata(KeySet).tableName))) return finding('ok', 'is not set up.');
  const signer = new TokenSigner(
    new KeySetsRepository(dataSource.getRepository(KeySet)),
    new SigningKeysRepository(dataSource.getRepository(SigningKey)),
    new SecretKey(settings),
  );
  await signer.refresh();
  const { keySetEnd, problem } = signer;
  if (keySetEnd === undefined) return finding('ok', 'is not set up.');
  if (problem !== undefined) return finding('failed', `nothing is signed. ${problem}`);
  const days = Math.floor((keySetEnd - Date.now() / 1000) / DAY_SECONDS);
  if (days < 0) return finding('failed', `the key set has ended, and clients believe nothing any more: ${REMEDY}.`);
  if (days < WARNING_DAYS) {
    return finding(
      'warning',
      `the key set ends in ${days} days, and clients believe nothing any more then: ${REMEDY}.`,
    );
  }
  return finding('ok', `answers and licenses are signed; the key set holds for ${days} days.`);
}
