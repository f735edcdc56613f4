import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { rulesOf } from '../../platform/fields/rules';
import { linkNextPage } from '../../platform/http/answers/paging';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { PLANS } from '../../platform/openapi/groups';
import { Conditional, ReadIfMatch, Tagged } from '../../platform/preconditions/conditional';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { ApiPid, PID_RULE, pidIn, readPid } from '../products/api-pid';
import { CreatePlanDto, ListPlansDto, PlanDto, UpdatePlanDto } from './dto/plan.dto';
import { PLAN_FIELDS } from './plan-fields';
import type { PlanName } from './plan-row';
import { PLAN_NOT_FOUND, PLAN_TAGS, planExists, PlansService, planUsed } from './plans.service';

const ApiCode = () => ApiParam({ name: 'code', description: 'The code of the plan.', example: 'pro' });

@ApiTags(PLANS)
@Controller('api/products/:pid/plans')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  /** Creates a plan of a product, which needs no record. License keys name it as `plan`. */
  @Post()
  @ApiOperation({ operationId: 'createPlan' })
  @ApiPid()
  @ApiResponse({ status: 201, type: PlanDto, description: 'The new plan.' })
  @ApiBodyErrors(
    ...rulesOf(PLAN_FIELDS, 'create', ['code', 'name', 'duration', 'starts', 'graceDays', 'entitlements']),
    PID_RULE.message,
  )
  @ApiErrors({ 409: [planExists('pro', 6)] })
  @RequireScope('plans:write')
  create(
    @Param('pid') pid: string,
    @Body() body: CreatePlanDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<PlanDto> {
    return this.plans.create(readPid(pid), body, actor);
  }

  /** Lists the plans of a product in the order of their creation. */
  @Get()
  @ApiOperation({ operationId: 'listPlans' })
  @ApiPid()
  @ApiResponse({
    status: 200,
    type: [PlanDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.', PID_RULE.message] })
  @RequireScope('plans:read')
  async list(
    @Param('pid') pid: string,
    @Query() query: ListPlansDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlanDto[]> {
    const { items, next } = await this.plans.getPage(readPid(pid), query);
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }

  /** Fetches one plan. */
  @Get(':code')
  @ApiOperation({ operationId: 'getPlan' })
  @ApiPid()
  @ApiCode()
  @Tagged(PLAN_TAGS, PlanDto)
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [PLAN_NOT_FOUND] })
  @RequireScope('plans:read')
  get(@Param('pid') pid: string, @Param('code') code: string): Promise<PlanDto> {
    return this.plans.get(nameOf(pid, code));
  }

  /** Changes the given fields. It counts from the next check of each of its license keys on; an `expiresAt` that a key has stays. */
  @Put(':code')
  @ApiOperation({ operationId: 'updatePlan' })
  @ApiPid()
  @ApiCode()
  @ApiBodyErrors(...rulesOf(PLAN_FIELDS, 'update', ['name', 'duration', 'starts', 'graceDays', 'entitlements']))
  @ApiErrors({ 404: [PLAN_NOT_FOUND] })
  @Conditional()
  @RequireScope('plans:write')
  update(
    @Param('pid') pid: string,
    @Param('code') code: string,
    @Body() body: UpdatePlanDto,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<PlanDto> {
    return this.plans.update(nameOf(pid, code), body, actor, ifMatch);
  }

  /** Deletes a plan that no license key has, and returns it as it was. */
  @Delete(':code')
  @ApiOperation({ operationId: 'deletePlan' })
  @ApiPid()
  @ApiCode()
  @ApiErrors({
    400: [MALFORMED_PATH],
    404: [PLAN_NOT_FOUND],
    409: [planUsed('12 license keys have this plan: give them another one first, all at once with PUT /api/keys.')],
  })
  @Conditional()
  @RequireScope('plans:write')
  delete(
    @Param('pid') pid: string,
    @Param('code') code: string,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<PlanDto> {
    return this.plans.delete(nameOf(pid, code), actor, ifMatch);
  }
}

/** An invalid pid has no plans. */
const nameOf = (pid: string, code: string): PlanName => ({ product: pidIn(pid) ?? -1, code });
