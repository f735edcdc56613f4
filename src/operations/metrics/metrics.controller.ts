import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AcceptBearer, RequireScope } from '../../access/scopes/scopes';
import { Probe } from '../../platform/http/routes/route-decorators';
import { Metrics } from '../../platform/metrics/metrics';
import { ADMINISTRATION } from '../../platform/openapi/groups';

/** Must come before the links in the module list: both match a path of one segment. */
@ApiTags(ADMINISTRATION)
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  /** The service's metrics in Prometheus' text format; of all its workers together. */
  @Get()
  @ApiOperation({ operationId: 'readMetrics' })
  @ApiResponse({
    status: 200,
    description: 'The metrics.',
    content: { 'text/plain': { schema: { type: 'string', example: 'keylink_checks_total{verdict="AUTHORISED"} 12' } } },
  })
  @Probe()
  @AcceptBearer()
  @RequireScope('metrics')
  async read(@Res() response: Response): Promise<void> {
    const { scraped } = this.metrics;
    const text = await scraped.metrics();
    response.set('Content-Type', scraped.contentType).end(text);
  }
}
