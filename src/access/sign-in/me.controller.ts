import { Controller, Get, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentCaller } from '../api-keys/api-key.guard';
import type { Caller } from '../api-keys/caller';
import { AuthenticationService } from '../api-keys/authentication.service';
import { Public, RequireCaller } from '../scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { tooManyWrongKeys } from '../../platform/errors/too-many';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { ownVersion } from '../../platform/settings/own-version';
import { Settings } from '../../platform/settings/settings';
import { MeDto } from './dto/me.dto';
import { WaysToSignInDto } from './dto/ways-to-sign-in.dto';

@ApiTags(ADMINISTRATION)
@Controller('api')
export class MeController {
  constructor(
    private readonly authentication: AuthenticationService,
    private readonly settings: Settings,
  ) {}

  /** Returns the caller and its scopes. */
  @Get('me')
  @ApiOperation({ operationId: 'getMe' })
  @RequireCaller()
  getMe(@CurrentCaller() caller: Caller): MeDto {
    return toMeDto(caller, this.settings);
  }

  /** Returns how people can sign in to the console, and whether the request has an open session. */
  @Get('sign-in')
  @ApiOperation({ operationId: 'listWaysToSignIn' })
  @ApiErrors({ 429: [tooManyWrongKeys(60)], 503: [unavailable()] })
  @Public()
  async getWays(@Req() request: Request): Promise<WaysToSignInDto> {
    const { openId } = this.settings;
    return {
      apiKey: true,
      openId: openId ? { name: new URL(openId.issuer).host } : null,
      isSignedIn: await this.authentication.isSignedIn(request),
    };
  }
}

function toMeDto({ name, scopes, apiKeyId, session }: Caller, { publicUrl, portal, licenseKeyAuth }: Settings): MeDto {
  return {
    name,
    scopes: [...scopes],
    via: session ? 'session' : 'apiKey',
    ...(session?.role != null && { role: session.role }),
    apiKeyId,
    ...(session && { sessionId: session.id, expiresAt: session.expiresAt }),
    version: ownVersion(),
    publicUrl: publicUrl ?? null,
    ...(portal && { portalUrl: portal.url.href }),
    licenseKeyAuth,
  };
}
