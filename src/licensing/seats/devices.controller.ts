import { Controller, Delete, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentCaller } from '../../access/api-keys/api-key.guard';
import { type Caller, hasScope } from '../../access/api-keys/caller';
import type { CallingActor } from '../../access/audit/actor';
import { because, REASON_RULE } from '../../access/audit/reason';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH, notFound, unavailable } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { DEVICES } from '../../platform/openapi/groups';
import { anyOf } from '../../platform/openapi/any-of';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { DeviceDto, DeviceOutlineDto, ReleasedSeatsDto } from './dto/device.dto';
import { FORCE_RULE, ListDevicesDto, ReleaseDevicesDto } from './dto/list-devices.dto';
import { DEVICE_NOT_FOUND, SeatsService } from './seats.service';
import { ApiLicenseKeyId } from '../license-keys/api-license-key';

@ApiTags(DEVICES)
@Controller('api/keys/:id/devices')
export class DevicesController {
  constructor(
    private readonly seats: SeatsService,
    private readonly longReads: LongReads,
  ) {}

  /** Lists the devices of a license key: those with a seat first, then the most recently seen first. */
  @Get()
  @ApiOperation({ operationId: 'listDevices' })
  @ApiLicenseKeyId()
  @ApiResponse({
    status: 200,
    type: [DeviceDto],
    description: 'A `Link` header with rel="next" leads to further devices while more follow.',
  })
  @ApiErrors({
    400: ['limit must be an integer from 1 to 1000.'],
    404: [LICENSE_KEY_NOT_FOUND],
    503: [unavailable()],
  })
  @RequireScope('keys:read')
  async list(
    @Param('id') id: string,
    @Query() query: ListDevicesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeviceDto[]> {
    const { items, next } = await this.longReads.page(response, () => this.seats.getPage(id, query));
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }

  /** Releases a device's seat. A seat held by an offline license becomes free when that ends, unless forced. */
  @Delete(':deviceId')
  @ApiOperation({ operationId: 'releaseDevice' })
  @ApiLicenseKeyId()
  @ApiParam({ name: 'deviceId', description: 'The id of the device on this license key.', example: '1' })
  @ApiExtraModels(DeviceDto, DeviceOutlineDto)
  @ApiResponse({
    status: 200,
    description: 'The device as it is now; without the scope `keys:read`, only its seat.',
    schema: anyOf(DeviceDto, DeviceOutlineDto),
  })
  @ApiErrors({ 400: [FORCE_RULE, REASON_RULE, MALFORMED_PATH], 404: [LICENSE_KEY_NOT_FOUND, DEVICE_NOT_FOUND] })
  @RequireScope('devices:write', 'keys:support', 'keys:write')
  async release(
    @Param('id') id: string,
    @Param('deviceId') deviceId: string,
    @Query() { force = false, reason }: ReleaseDevicesDto,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: CallingActor,
  ): Promise<DeviceDto | DeviceOutlineDto> {
    if (!/^\d{1,9}$/.test(deviceId)) throw notFound(DEVICE_NOT_FOUND);
    const device = await this.seats.release(id, Number(deviceId), force, because(actor, reason));
    return hasScope(caller, 'keys:read') ? device : toOutline(device);
  }

  /** Releases the seats of all devices of a license key. */
  @Delete()
  @ApiOperation({ operationId: 'releaseDevices' })
  @ApiLicenseKeyId()
  @ApiResponse({ status: 200, type: ReleasedSeatsDto, description: 'How many had a seat.' })
  @ApiErrors({ 400: [FORCE_RULE, REASON_RULE, MALFORMED_PATH], 404: [LICENSE_KEY_NOT_FOUND] })
  @RequireScope('devices:write', 'keys:support', 'keys:write')
  releaseAll(
    @Param('id') id: string,
    @Query() { force = false, reason }: ReleaseDevicesDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<ReleasedSeatsDto> {
    return this.seats.releaseAll(id, force, because(actor, reason));
  }
}

function toOutline({ id, hasSeat, leaseUntil, heldUntil }: DeviceDto): DeviceOutlineDto {
  return { id, hasSeat, leaseUntil, heldUntil };
}
