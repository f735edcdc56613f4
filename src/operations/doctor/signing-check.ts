import { Injectable } from '@nestjs/common';
import { keylinkCommand } from '../../platform/settings/keylink-command';
import { KeySetInspection } from '../../signing/key-set-inspection';
import { RESTORED, TokenSigner } from '../../signing/token-signer';
import type { Finding } from './finding';

const DAY_SECONDS = 24 * 60 * 60;
/** A warning this long before the key set ends leaves time for an operator on holiday. */
const WARNING_DAYS = 30;
const remedy = () => `run "${keylinkCommand('signing rotate')}"`;

const TAMPERED =
  'Somebody else may have changed the database, and no key set is signed until that is set right; docs/signing.md says how.';

const finding = (status: Finding['status'], message: string): Finding => ({ check: 'signing', status, message });

export const SIGNING_NOT_SET_UP = finding('ok', 'is not set up.');

@Injectable()
export class SigningCheck {
  constructor(
    private readonly signer: TokenSigner,
    private readonly inspection: KeySetInspection,
  ) {}

  async finding(): Promise<Finding> {
    const fault = await this.inspection.findFault();
    if (fault !== undefined) return finding('failed', `${fault}. ${TAMPERED}`);
    await this.signer.refresh();
    const { keySetEnd, problem, isRestored } = this.signer;
    if (isRestored) return finding('failed', RESTORED.message);
    if (keySetEnd === undefined) return SIGNING_NOT_SET_UP;
    if (problem !== undefined) return finding('failed', `nothing is signed. ${problem}`);
    const days = Math.floor((keySetEnd - Date.now() / 1000) / DAY_SECONDS);
    if (days < 0) return finding('failed', `the key set has expired, and clients trust nothing any more: ${remedy()}.`);
    if (days < WARNING_DAYS) {
      return finding(
        'warning',
        `the key set expires in ${days} days, and clients trust nothing after that: ${remedy()}.`,
      );
    }
    return finding('ok', `answers and licenses are signed; the key set is valid for ${days} days.`);
  }
}
