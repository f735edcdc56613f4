import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AuthenticationService } from './api-keys/authentication.service';
import { holdsGeneratedSecret, isPlausibleSecret } from './api-keys/api-key-secret';
import { AppModule } from './app.module';
import { isPassingFault } from './database/database-errors';
import { presentedKey } from './http/authorization';
import { addCommonHeaders } from './http/common-headers';
import { limitConnections } from './http/connection-limits';
import { corsOptions } from './http/cors';
import { requestDeadline } from './http/deadline';
import { ErrorFilter } from './http/error.filter';
import { FastExpressAdapter } from './http/express-adapter';
import { parseQuery } from './http/query-text';
import { type Callers, readBodies } from './http/read-body';
import { requestContext } from './http/request-context';
import { requestLog } from './http/request-log';
import { tellOutcomes } from './http/request-outcome';
import { limitSlowClients, readAllHeaders } from './http/server-limits';
import { StrictValidationPipe } from './http/validation';
import { sendWholeAnswers } from './http/whole-answers';
import { RefusalLog } from './limits/refusal-log';
import { NestLogger } from './logging/logger';
import { Metrics } from './metrics/metrics';
import { serveOpenApi } from './openapi/openapi';
import type { Settings } from './settings/settings';

/** Programs in the field send forms with checks; nothing else takes them (docs/decisions/021-deployed-clients.md). */
const FORM_PATHS = /^\/api\/check(?:[/?]|$)/i;

/** Bodies that are larger than others, or aren't JSON: their handlers read them, once the guard has let the request in. */
const UPLOAD_PATHS = /^\/api\/(?:keys\/bulk|keys\/import|links\/import)\/?(?:\?|$)/i;

/** As the guard sees them. */
function callersOf(authentication: AuthenticationService, { licenseKeyAuth }: Settings): Callers {
  return {
    presentsKey: ({ headers }) =>
      headers['x-api-key'] !== undefined || (licenseKeyAuth && presentedKey(headers.authorization) !== undefined),
    wasValid: ({ headers }) => {
      const secret = headers['x-api-key'];
      return typeof secret === 'string' && authentication.wasValid(secret);
    },
  };
}

/** Whether a text holds an API key, as far as that can be told from a text: it is to get into no log. */
function isSecretOf(authentication: AuthenticationService, { bootstrapApiKey }: Settings): (text: string) => boolean {
  return (text) =>
    holdsGeneratedSecret(text) ||
    (bootstrapApiKey !== undefined && text.includes(bootstrapApiKey)) ||
    (isPlausibleSecret(text) && authentication.wasValid(text));
}

/** The whole service, ready to listen: the same for `main` and for tests. */
export async function createApp(settings: Settings, logger: Logger): Promise<NestExpressApplication> {
  const adapter = new FastExpressAdapter();
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const authentication = app.get(AuthenticationService);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', parseQuery);
  addCommonHeaders(app.getHttpAdapter().getInstance());
  sendWholeAnswers(app.getHttpAdapter().getInstance());
  const refusals = new RefusalLog(logger);
  process.once('exit', refusals.flush);
  app.use(
    requestContext(settings.trustProxy, isSecretOf(authentication, settings)),
    tellOutcomes([app.get(Metrics).observeRequest, requestLog(logger, settings.logHotShare), refusals.observe]),
    requestDeadline,
  );
  if (settings.corsOrigins.length > 0) app.enableCors(corsOptions(settings.corsOrigins));
  app.use(readBodies(FORM_PATHS, UPLOAD_PATHS, callersOf(authentication, settings)));
  app.useGlobalPipes(new StrictValidationPipe());
  app.useGlobalFilters(new ErrorFilter(app.get(HttpAdapterHost), isPassingFault, refusals.note));
  readAllHeaders(app.getHttpServer());
  limitSlowClients(app.getHttpServer(), adapter.pipelining);
  limitConnections(app.getHttpServer(), settings, (message) => logger.warn(message));
  serveOpenApi(app, settings.publicUrl);
  return app;
}
