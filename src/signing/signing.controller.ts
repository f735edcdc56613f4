import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor } from '../access/api-keys/api-key.guard';
import type { CallingActor } from '../access/audit/actor';
import { RequireScope } from '../access/scopes/scopes';
import { NO_JSON } from '../platform/errors/errors';
import { ApiBodyErrors, ApiErrors } from '../platform/openapi/api-errors';
import { ADMINISTRATION } from '../platform/openapi/groups';
import { KID_RULE, RevokeSigningKeyDto } from './dto/revoke-signing-key.dto';
import { DEFAULT_ISSUER, ISSUER_RULE, SetUpSigningDto } from './dto/set-up-signing.dto';
import { SigningStatusDto } from './dto/signing-status.dto';
import { NO_SUCH_SIGNING_KEY } from './key-set-draft';
import { notSigned } from './key-set-state';
import { ALREADY_SET_UP, CHANGED_MEANWHILE, KeySetsService } from './key-sets.service';
import { ROOT_EXPORTED, WRONG_SECRET_KEY } from './root-key';
import { NO_SECRET_KEY } from './secret-key';
import { SigningStatusService } from './signing-status.service';
import { NOT_SET_UP, RESTORED } from './token-signer';

const NO_CHANGE = [
  NOT_SET_UP,
  ROOT_EXPORTED,
  NO_SECRET_KEY,
  WRONG_SECRET_KEY,
  CHANGED_MEANWHILE,
  RESTORED,
  notSigned({ message: 'the key a1b2 is in no signed key set' }),
];

/** Keys for verdicts and licenses. Only the command line can export a private key. */
@ApiTags(ADMINISTRATION)
@Controller('api/signing')
export class SigningController {
  constructor(
    private readonly keySets: KeySetsService,
    private readonly status: SigningStatusService,
  ) {}

  /** Sets up signing once: creates the root key, the first signing key and the first key set. */
  @Post()
  @ApiOperation({ operationId: 'setUpSigning' })
  @ApiBodyErrors(ISSUER_RULE.message)
  @ApiErrors({ 409: [ALREADY_SET_UP, NO_SECRET_KEY] })
  @RequireScope('signing:write')
  async setUp(@Body() body: SetUpSigningDto, @CurrentActor() actor: CallingActor): Promise<SigningStatusDto> {
    await this.keySets.setUp(body.issuer ?? DEFAULT_ISSUER, actor);
    return this.status.get();
  }

  /** Returns the state of signing. */
  @Get()
  @ApiOperation({ operationId: 'getSigningStatus' })
  @RequireScope('signing:read')
  getStatus(): Promise<SigningStatusDto> {
    return this.status.get();
  }

  /** Replaces the signing key. Everything the old key signed stays valid. */
  @Post('rotate')
  @ApiOperation({ operationId: 'rotateSigningKey' })
  @ApiBodyErrors(NO_JSON)
  @ApiErrors({ 409: NO_CHANGE })
  @HttpCode(200)
  @RequireScope('signing:write')
  async rotate(@CurrentActor() actor: CallingActor): Promise<SigningStatusDto> {
    await this.keySets.rotate(actor);
    return this.status.get();
  }

  /** Revokes a signing key and everything it signed. A key that still signs is replaced. */
  @Post('revoke')
  @ApiOperation({ operationId: 'revokeSigningKey' })
  @ApiBodyErrors(KID_RULE.message)
  @ApiErrors({ 404: [NO_SUCH_SIGNING_KEY], 409: NO_CHANGE })
  @HttpCode(200)
  @RequireScope('signing:write')
  async revoke(@Body() { kid }: RevokeSigningKeyDto, @CurrentActor() actor: CallingActor): Promise<SigningStatusDto> {
    await this.keySets.revoke(kid, actor);
    return this.status.get();
  }

  /** Replaces the root key. Programs that know either root key can follow to the next key sets. */
  @Post('rotate-root')
  @ApiOperation({ operationId: 'rotateRootKey' })
  @ApiBodyErrors(NO_JSON)
  @ApiErrors({ 409: NO_CHANGE })
  @HttpCode(200)
  @RequireScope('signing:write')
  async rotateRoot(@CurrentActor() actor: CallingActor): Promise<SigningStatusDto> {
    await this.keySets.rotateRoot(actor);
    return this.status.get();
  }
}
