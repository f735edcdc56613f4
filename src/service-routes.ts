import { FEATURES } from './app.module';
import { knowOwnRoutes } from './platform/http/routes/own-routes';
import { readRoutes } from './platform/http/routes/read-routes';
import { Routes } from './platform/http/routes/routes';
import { DOCUMENTATION_ROUTES } from './platform/openapi/openapi';

/** Reads everything that the service answers, of its controllers and of its documentation, and makes it known. */
export function readOwnRoutes(): Routes {
  const routes = new Routes([...readRoutes(FEATURES), ...DOCUMENTATION_ROUTES]);
  knowOwnRoutes(routes);
  return routes;
}
