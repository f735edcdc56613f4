import { Controller, Get } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Public } from '../api-keys/scopes';
import { unavailable } from '../http/errors';
import { ApiErrors } from '../openapi/api-errors';
import { HealthDto } from './dto/health.dto';

/** How long readiness waits for the database, in milliseconds. */
const PATIENCE_MS = 2000;

/** For load balancers and orchestrators; says nothing beyond yes and no. */
@Controller('health')
export class HealthController {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The process runs and answers. */
  @Get('live')
  @Public()
  live(): HealthDto {
    return { status: 'ok' };
  }

  /** The service can do its work: its database answers. */
  @Get('ready')
  @ApiErrors({ 503: [unavailable().message] })
  @Public()
  async ready(): Promise<HealthDto> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailable()), PATIENCE_MS);
    });
    try {
      await Promise.race([this.dataSource.query('SELECT 1'), tooLate]);
      return { status: 'ok' };
    } finally {
      clearTimeout(timer);
    }
  }
}
