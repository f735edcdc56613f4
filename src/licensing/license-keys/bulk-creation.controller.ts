import { Controller, Headers, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import { RequireScope } from '../../access/scopes/scopes';
import type { CallingActor } from '../../access/audit/actor';
import { ApiRepeatable } from '../../access/idempotency/api-idempotency-key';
import { Deadline, Upload } from '../../platform/http/routes/route-decorators';
import { JsonUploads } from '../../platform/http/bodies/json-uploads';
import { ApiJsonUpload } from '../../platform/openapi/api-json-upload';
import { LICENSE_KEYS } from '../../platform/openapi/groups';
import { NoQueryDto } from '../../platform/validation/no-query.dto';
import { COUNT_RULE, CreateAlikeLicenseKeysDto, CreateListedLicenseKeysDto } from './dto/create-license-keys.dto';
import { PID_RULE } from './license-key-limits';
import { LicenseKeyDto } from './dto/license-key.dto';
import { LicenseKeysService } from './license-keys.service';
import { BULK_RULE, KEYS_RULE, readBulk } from './read-bulk';

/** Room for 10,000 license keys of 400 bytes and ten fields each. */
const BODY_LIMITS = { bytes: 4_000_000, values: 100_000 };
/** In milliseconds, including the wait for a permit. */
const DEADLINE_MS = 60_000;
/** Bulk creations that run at a time: each has its body in memory, and a connection to the database. */
const PERMITS = 3;

@ApiTags(LICENSE_KEYS)
@Controller('api/keys')
export class BulkCreationController {
  private readonly uploads = new JsonUploads(BODY_LIMITS, PERMITS);

  constructor(private readonly licenseKeys: LicenseKeysService) {}

  /** Creates up to 10,000 license keys, all or none: `count` alike, or a list, `keys`. The body may have 4 MB. */
  @Post('bulk')
  @ApiOperation({ operationId: 'createLicenseKeys' })
  @ApiRepeatable()
  @ApiJsonUpload([CreateAlikeLicenseKeysDto, CreateListedLicenseKeysDto], BODY_LIMITS.bytes, [
    BULK_RULE,
    COUNT_RULE.message,
    KEYS_RULE,
    `keys[17]: ${PID_RULE.message}`,
  ])
  @ApiResponse({
    status: 200,
    type: [LicenseKeyDto],
    description: 'The keys that an earlier request with this Idempotency-Key created.',
  })
  @ApiResponse({ status: 201, type: [LicenseKeyDto], description: 'The new keys, in the order asked for.' })
  @Upload()
  @Deadline(DEADLINE_MS)
  @RequireScope('keys:write')
  create(
    @Query() _query: NoQueryDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.uploads.take(request, response, async (body) => {
      const { licenseKeys, created } = await this.licenseKeys.createMany(await readBulk(body), actor, idempotencyKey);
      if (!response.headersSent) response.status(created ? 201 : 200).json(licenseKeys);
    });
  }
}
