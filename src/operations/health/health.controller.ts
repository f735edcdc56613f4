import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../access/scopes/scopes';
import { Readers } from '../../platform/database/reader';
import { unavailable } from '../../platform/errors/errors';
import { Probe } from '../../platform/http/routes/route-decorators';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { HealthDto } from './dto/health.dto';
import { Readiness } from './readiness';

const PATIENCE_MS = 2000;

@ApiTags(ADMINISTRATION)
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Readers,
    private readonly readiness: Readiness,
  ) {}

  /** The process runs and answers. */
  @Get('live')
  @ApiOperation({ operationId: 'isLive' })
  @Probe()
  @Public()
  live(): HealthDto {
    return { status: 'ok' };
  }

  /** The database answers, and the service isn't shutting down. */
  @Get('ready')
  @ApiOperation({ operationId: 'isReady' })
  @ApiErrors({ 503: [unavailable()] })
  @Probe()
  @Public()
  async ready(): Promise<HealthDto> {
    if (!this.readiness.isWanted) throw unavailable();
    if (!(await this.database.answersWithin(PATIENCE_MS))) throw unavailable();
    return { status: 'ok' };
  }
}
