import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../api-keys/api-key.guard';
import type { Caller } from '../api-keys/caller';
import { Public, RequireCaller } from '../scopes/scopes';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { ownVersion } from '../../platform/settings/own-version';
import { Settings } from '../../platform/settings/settings';
import { MeDto } from './dto/me.dto';
import { WaysToSignInDto } from './dto/ways-to-sign-in.dto';

/** What a console has to know before it shows anything. */
@ApiTags(ADMINISTRATION)
@Controller('api')
export class MeController {
  constructor(private readonly settings: Settings) {}

  /** Says who the caller is, and what it may do. */
  @Get('me')
  @ApiOperation({ operationId: 'getMe' })
  @RequireCaller()
  getMe(@CurrentCaller() caller: Caller): MeDto {
    return toMeDto(caller, this.settings.publicUrl);
  }

  /** Says how people can sign in to the console. */
  @Get('sign-in')
  @ApiOperation({ operationId: 'listWaysToSignIn' })
  @Public()
  getWays(): WaysToSignInDto {
    const { openId } = this.settings;
    return { apiKey: true, openId: openId ? { name: new URL(openId.issuer).host } : null };
  }
}

function toMeDto({ name, scopes, apiKeyId, session }: Caller, publicUrl: string | undefined): MeDto {
  return {
    name,
    scopes: [...scopes],
    via: session ? 'session' : 'apiKey',
    ...(session?.role != null && { role: session.role }),
    apiKeyId,
    ...(session && { sessionId: session.id, expiresAt: session.expiresAt }),
    version: ownVersion(),
    publicUrl: publicUrl ?? null,
  };
}
