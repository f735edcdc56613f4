import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AuthenticationService } from './access/api-keys/authentication.service';
import { holdsGeneratedSecret, isPlausibleSecret } from './access/api-keys/api-key-secret';
import { holdsToken } from './access/sessions/session-token';
import { AppModule } from './app.module';
import { isPassingFault } from './platform/database/database-errors';
import { addSecurityHeaders } from './platform/http/answers/security-headers';
import { limitConnections } from './platform/http/server/connection-limits';
import { corsOptions } from './platform/http/answers/cors';
import { requestDeadline } from './platform/http/requests/deadline';
import { ErrorFilter } from './platform/http/answers/error.filter';
import { FastExpressAdapter } from './platform/http/server/express-adapter';
import { parseQuery } from './platform/http/bodies/query-text';
import { BodyReader } from './platform/http/bodies/read-body';
import { requestContext } from './platform/http/requests/request-context';
import { endRequestTrace, inItsTrace, startRequestTrace } from './platform/http/requests/request-trace';
import { requestLog } from './platform/http/requests/request-log';
import { tellOutcomes } from './platform/http/requests/request-outcome';
import { limitSlowClients, readAllHeaders } from './platform/http/server/server-limits';
import { StrictValidationPipe } from './platform/validation/validation';
import { sendWholeAnswers } from './platform/http/answers/whole-answers';
import { RefusalLog } from './platform/limits/refusal-log';
import { NestLogger } from './platform/logging/logger';
import { telemetry } from './platform/telemetry/telemetry';
import { Metrics } from './platform/metrics/metrics';
import { EventTypes } from './platform/events/event-types';
import { domainDoor } from './links/domains/domain-door';
import { DomainHosts } from './links/domains/domain-hosts';
import { portalDoor } from './portal/visits/portal-door';
import { isDocumentation } from './platform/http/routes/own-paths';
import { serveOpenApi } from './platform/openapi/openapi';
import type { Settings } from './platform/settings/settings';

/** Whether a text seems to hold an API key or session token, which must not be logged. */
function isSecretOf(authentication: AuthenticationService, { bootstrapApiKey }: Settings): (text: string) => boolean {
  return (text) =>
    holdsGeneratedSecret(text) ||
    holdsToken(text) ||
    (bootstrapApiKey !== undefined && text.includes(bootstrapApiKey)) ||
    (isPlausibleSecret(text) && authentication.wasValid(text));
}

/** The complete service, ready to listen; `main` and the tests use it. */
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
  addSecurityHeaders(app.getHttpAdapter().getInstance());
  sendWholeAnswers(app.getHttpAdapter().getInstance());
  const refusals = new RefusalLog(logger);
  refusals.open();
  adapter.onClose = () => refusals.close();
  const listeners = [app.get(Metrics).observeRequest, requestLog(logger, settings.logHotShare), refusals.observe];
  const sender = telemetry();
  app.use(
    requestContext(settings.trustProxy, isSecretOf(authentication, settings)),
    sender?.sendsTraces
      ? tellOutcomes([...listeners.map(inItsTrace), endRequestTrace(sender)], startRequestTrace(sender))
      : tellOutcomes(listeners),
    requestDeadline,
  );
  app.use(domainDoor(app.get(DomainHosts)));
  if (settings.portal) app.use(portalDoor(settings.portal));
  if (settings.corsOrigins.length > 0) app.enableCors(corsOptions(settings.corsOrigins));
  // Runs after the authentication guard, which is a module's.
  app.useGlobalGuards(new BodyReader());
  app.useGlobalPipes(new StrictValidationPipe());
  app.useGlobalFilters(new ErrorFilter(adapter.methodsAt, isPassingFault, refusals.note));
  readAllHeaders(app.getHttpServer());
  limitSlowClients(app.getHttpServer(), adapter.pipelining);
  limitConnections(app.getHttpServer(), settings, (message) => logger.warn(message));
  adapter.keepApart(isDocumentation, () => serveOpenApi(app, settings.publicUrl, app.get(EventTypes).all));
  return app;
}
