import { Controller, Get } from '@nestjs/common';
import { Public } from '../api-keys/scopes';
import { Readers } from '../database/reader';
import { unavailable } from '../http/errors';
import { ApiErrors } from '../openapi/api-errors';
import { HealthDto } from './dto/health.dto';
import { Readiness } from './readiness';

/** How long readiness waits for the database, in milliseconds. */
const PATIENCE_MS = 2000;

/** For load balancers and orchestrators; says nothing beyond yes and no. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Readers,
    private readonly readiness: Readiness,
  ) {}

  /** The process runs and answers. */
  @Get('live')
  @Public()
  live(): HealthDto {
    return { status: 'ok' };
  }

  /** The service can do its work: its database answers, and it isn't about to end. */
  @Get('ready')
  @ApiErrors({ 503: [unavailable().message] })
  @Public()
  async ready(): Promise<HealthDto> {
    if (!this.readiness.isWanted) throw unavailable();
    if (!(await this.database.answersWithin(PATIENCE_MS))) throw unavailable();
    return { status: 'ok' };
  }
}
