import { Controller, Get, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { canonicalAddress } from '../../platform/addresses/address';
import { Deadline } from '../../platform/http/routes/route-decorators';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { DoctorService } from './doctor.service';
import { FindingsDto } from './dto/findings.dto';

/** Above the sum of all checks' limits. */
const DEADLINE_MS = 10_000;

@ApiTags(ADMINISTRATION)
@Controller('api/doctor')
export class DoctorController {
  constructor(private readonly doctor: DoctorService) {}

  /** Checks what the service depends on, as `keylink doctor` does, and how it reads this request's address. */
  @Get()
  @ApiOperation({ operationId: 'examineService' })
  @Deadline(DEADLINE_MS)
  @RequireScope('admin')
  async examine(@Req() { socket, headers }: Request): Promise<FindingsDto> {
    const peer = canonicalAddress(socket.remoteAddress ?? '') ?? '0.0.0.0';
    return { findings: await this.doctor.examine({ peer, forwardedFor: String(headers['x-forwarded-for'] ?? '') }) };
  }
}
