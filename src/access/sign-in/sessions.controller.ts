import { tooManyRequests, tooManySessions, tooManyWrongKeys } from '../../platform/errors/too-many';
import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentCaller } from '../api-keys/api-key.guard';
import type { Caller } from '../api-keys/caller';
import type { CallingActor } from '../audit/actor';
import { RequireCaller } from '../scopes/scopes';
import { SESSION_COOKIE, writeCookie } from '../sessions/session-cookie';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { OwnOrigin } from '../../platform/http/requests/own-origin';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { ListSessionsDto } from './dto/list-sessions.dto';
import { SessionDto } from './dto/session.dto';
import { SESSION_NOT_FOUND, SessionsService } from './sessions.service';

@ApiTags(ADMINISTRATION)
@Controller('api/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly ownOrigin: OwnOrigin,
  ) {}

  /** Signs in to the console with the API key in the header: opens a session and sets its cookie. */
  @Post()
  @ApiOperation({ operationId: 'createSession' })
  @ApiResponse({ status: 201, type: SessionDto, description: 'The new session; the answer sets its cookie.' })
  @ApiErrors({ 429: [tooManyWrongKeys(60), tooManyRequests(60), tooManySessions(60)] })
  @RequireCaller()
  async create(
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionDto> {
    // Programs send no Origin. A page at an unknown address gets the error now, not with its first change.
    if (request.headers.origin !== undefined) this.ownOrigin.require(request);
    const { session, token } = await this.sessions.openByKey(caller, actor);
    this.setCookie(request, response, token, Math.ceil((session.expiresAt - Date.now()) / 1000));
    return session;
  }

  /** Lists the caller's open sessions, newest first; for `admin` everybody's. */
  @Get()
  @ApiOperation({ operationId: 'listSessions' })
  @ApiResponse({
    status: 200,
    type: [SessionDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.'] })
  @RequireCaller()
  async list(
    @Query() query: ListSessionsDto,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionDto[]> {
    const { items, next } = await this.sessions.getPage(caller, query);
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }

  /** Signs out: ends the session of the request, if any, and deletes the cookie. */
  @Delete('current')
  @ApiOperation({ operationId: 'deleteCurrentSession' })
  @ApiResponse({ status: 204, description: 'Signed out, on every instance within 5 seconds.' })
  @HttpCode(204)
  @RequireCaller()
  async deleteCurrent(
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.endCurrent(caller, actor);
    this.setCookie(request, response, '', 0);
  }

  /** Ends one of the caller's sessions; for `admin` anybody's. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteSession' })
  @ApiParam({ name: 'id', description: 'The id of the session.', example: '1' })
  @ApiResponse({ status: 204, description: 'Ended, on every instance within 5 seconds.' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [SESSION_NOT_FOUND] })
  @HttpCode(204)
  @RequireCaller()
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller, @CurrentActor() actor: CallingActor): Promise<void> {
    return this.sessions.endById(id, caller, actor);
  }

  private setCookie(request: Request, response: Response, token: string, seconds: number): void {
    const isSecure = this.ownOrigin.isSecure(request);
    response.append('Set-Cookie', writeCookie(SESSION_COOKIE, token, isSecure, { seconds, sameSite: 'Strict' }));
  }
}
