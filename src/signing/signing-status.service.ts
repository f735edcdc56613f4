import { Injectable } from '@nestjs/common';
import type { SigningKeyDto, SigningStatusDto } from './dto/signing-status.dto';
import { readKeySet } from './key-set-payload';
import { KeySetsRepository } from './key-sets.repository';
import type { SigningKey } from './signing-key.entity';
import { SigningKeysRepository } from './signing-keys.repository';
import { TokenSigner } from './token-signer';

@Injectable()
export class SigningStatusService {
  constructor(
    private readonly keySets: KeySetsRepository,
    private readonly keys: SigningKeysRepository,
    private readonly signer: TokenSigner,
  ) {}

  async get(): Promise<SigningStatusDto> {
    await this.signer.refresh();
    const { problem } = this.signer;
    const isReady = problem === undefined;
    const latest = await this.keySets.findLatest();
    if (!latest) return { isReady, problem };
    const { iss, version, exp, root } = readKeySet(latest);
    const keys = await this.keys.findAll();
    const isExported = keys.find(({ kid }) => kid === root.kid)?.privateKey === null;
    return {
      isReady,
      problem,
      issuer: iss,
      version,
      exp,
      root: { ...root, isExported },
      keys: keys.filter(({ role }) => role === 'signing').map(toSigningKeyDto),
    };
  }
}

function toSigningKeyDto({ kid, x, notBefore, notAfter, revokedAt }: SigningKey): SigningKeyDto {
  return { kid, x, notBefore, notAfter: notAfter ?? undefined, isRevoked: revokedAt !== null };
}
