import { Body, Controller, Delete, Get, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentCaller } from '../../access/api-keys/api-key.guard';
import { type Caller, hasScope, requireScopes } from '../../access/api-keys/caller';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { ApiUid } from '../../catalog/customers/api-uid';
import { CUSTOMER_FIELDS } from '../../catalog/customers/customer-fields';
import { CUSTOMER_NOT_FOUND, customerExists } from '../../catalog/customers/customers.service';
import { CustomerDto } from '../../catalog/customers/dto/customer.dto';
import { UpdateCustomerDto } from '../../catalog/customers/dto/update-customer.dto';
import { MALFORMED_PATH, unavailable } from '../../platform/errors/errors';
import { rulesOf } from '../../platform/fields/rules';
import { sendStream } from '../../platform/http/answers/send-stream';
import { whileAdmitted } from '../../platform/http/requests/admission';
import { Deadline } from '../../platform/http/routes/route-decorators';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { CUSTOMERS } from '../../platform/openapi/groups';
import { Conditional, ReadIfMatch } from '../../platform/preconditions/conditional';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { CustomerExport } from './customer-export';
import { CUSTOMER_BUSY, CustomerUpdateService } from './customer-update.service';
import { CustomerExportDto } from './dto/customer-export.dto';
import { EraseCustomerDto, ErasedCustomerDto, ErasurePreviewDto, FORCE_RULE } from './dto/erasure.dto';
import { ErasureService, stillInUse } from './erasure.service';

/** In milliseconds: a request waits for the license keys of its customer. */
const DEADLINE_MS = 30_000;

@ApiTags(CUSTOMERS)
@Controller('api/customers')
export class CustomerDataController {
  constructor(
    private readonly updates: CustomerUpdateService,
    private readonly erasures: ErasureService,
    private readonly exports: CustomerExport,
    private readonly longReads: LongReads,
  ) {}

  /**
   * Changes the given fields; a uid that only license keys name gets a record this way. Another `uid` moves the license
   * keys of the customer with their devices and logs, all or none, even if the service stops in between; it needs
   * `customers:write`.
   */
  @Put(':uid')
  @ApiOperation({ operationId: 'updateCustomer' })
  @ApiUid()
  @ApiResponse({ status: 200, type: CustomerDto, description: 'The customer as it is now.' })
  @ApiResponse({
    status: 202,
    type: CustomerDto,
    description: 'The customer as it is now; the last of its license keys get the new uid in the background.',
  })
  @ApiBodyErrors(...rulesOf(CUSTOMER_FIELDS, 'update', ['uid', 'name', 'email', 'language', 'note', 'metadata']))
  @ApiErrors({ 404: [CUSTOMER_NOT_FOUND], 409: [customerExists('customer-18'), CUSTOMER_BUSY] })
  @Conditional()
  @Deadline(DEADLINE_MS)
  @RequireScope('customers:write', 'keys:support')
  async update(
    @Param('uid') uid: string,
    @Body() body: UpdateCustomerDto,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerDto> {
    if (body.uid !== undefined) requireScopes(caller, 'customers:write');
    const mayRead = hasScope(caller, 'customers:read');
    const { customer, isDone } = await this.updates.update(uid, body, actor, mayRead, ifMatch);
    response.status(isDone ? 200 : 202);
    return customer;
  }

  /** Says what an erasure would touch. */
  @Get(':uid/erasure')
  @ApiOperation({ operationId: 'previewErasure' })
  @ApiUid()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [CUSTOMER_NOT_FOUND], 503: [unavailable()] })
  @RequireScope('customers:read')
  preview(@Param('uid') uid: string, @Res({ passthrough: true }) response: Response): Promise<ErasurePreviewDto> {
    return this.longReads.page(response, (isLate) => this.erasures.preview(uid, isLate));
  }

  /** Exports everything known about a customer as one file. Needs the scopes `keys:read` and `logs:read` as well. */
  @Get(':uid/export')
  @ApiOperation({ operationId: 'exportCustomer' })
  @ApiUid()
  @ApiResponse({ status: 200, type: CustomerExportDto, description: 'The file.' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [CUSTOMER_NOT_FOUND], 503: [unavailable()] })
  @RequireScope('customers:read')
  export(
    @Param('uid') uid: string,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    requireScopes(caller, 'keys:read', 'logs:read');
    response.set('Content-Disposition', 'attachment; filename="customer.json"');
    const pieces = whileAdmitted(request, this.exports.pieces(uid));
    return this.longReads.stream(response, () => sendStream(response, 'application/json', pieces));
  }

  /**
   * Erases a person: the record, notes and metadata, addresses and device names, the texts in logs, and all of these
   * in the audit, even if the service stops in between. License keys, verdicts and counts stay. Needs the scope
   * `keys:write` as well.
   */
  @Delete(':uid')
  @ApiOperation({ operationId: 'eraseCustomer' })
  @ApiUid()
  @ApiResponse({ status: 200, type: ErasedCustomerDto, description: 'What was erased.' })
  @ApiErrors({
    400: [FORCE_RULE, MALFORMED_PATH],
    404: [CUSTOMER_NOT_FOUND],
    409: [stillInUse(2), CUSTOMER_BUSY],
  })
  @Conditional()
  @Deadline(DEADLINE_MS)
  @RequireScope('customers:write')
  erase(
    @Param('uid') uid: string,
    @Query() { force = false }: EraseCustomerDto,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<ErasedCustomerDto> {
    requireScopes(caller, 'keys:write');
    return this.erasures.erase(uid, force, actor, ifMatch);
  }
}
