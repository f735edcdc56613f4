import type { LoggerService } from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { addCommonHeaders } from './http/common-headers';
import { corsOptions } from './http/cors';
import { requestDeadline } from './http/deadline';
import { ErrorFilter } from './http/error.filter';
import { FastExpressAdapter } from './http/express-adapter';
import { jsonBody } from './http/json-body';
import { parseQuery } from './http/query-text';
import { requestContext } from './http/request-context';
import { limitSlowClients } from './http/server-limits';
import { StrictValidationPipe } from './http/validation';
import { serveOpenApi } from './openapi/openapi';
import type { Settings } from './settings/settings';

/** The whole service, ready to listen: the same for `main` and for tests. */
export async function createApp(settings: Settings, logger: LoggerService): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings), new FastExpressAdapter(), {
    logger,
    bodyParser: false,
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', parseQuery);
  addCommonHeaders(app.getHttpAdapter().getInstance());
  app.use(requestContext(settings.trustProxy), requestDeadline);
  if (settings.corsOrigins.length > 0) app.enableCors(corsOptions(settings.corsOrigins));
  app.use(jsonBody);
  app.useGlobalPipes(new StrictValidationPipe());
  app.useGlobalFilters(new ErrorFilter(app.get(HttpAdapterHost)));
  limitSlowClients(app.getHttpServer());
  serveOpenApi(app, settings.publicUrl);
  return app;
}
