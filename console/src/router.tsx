import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './api/query-client';
import { ApiProblem } from './api/problem';
import { claimDrafts } from './form/drafts';
import { Failure } from './page/failure';
import { NothingHere } from './page/nothing-here';
import { screenCode } from './page/screen-code';
import { SCREENS } from './screens';
import { mayDo, meQuery } from './session/me';
import { parseSearch, stringifySearch } from './search-params';
import { Shell } from './shell/shell';
import { Starting } from './shell/starting';

export const queryClient: QueryClient = createQueryClient(() => leadToSignIn());

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(screenCode(() => import('./session/sign-in-screen'))),
  errorComponent: Failure,
});

/** Everything behind it knows who is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    try {
      const me = await queryClient.ensureQueryData(meQuery);
      claimDrafts(`${me.apiKeyId ?? 'person'} ${me.name}`);
      return { me };
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
      throw redirect({ to: '/sign-in', search: { returnTo: location.href } });
    }
  },
  component: Shell,
  pendingComponent: Starting,
  errorComponent: Failure,
});

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async () => {
    const me = await queryClient.ensureQueryData(meQuery);
    const first = SCREENS.find(({ group, scopes }) => group !== undefined && (!scopes || mayDo(me, ...scopes)));
    if (first && first.path !== '/') throw redirect({ to: first.path, replace: true });
  },
  component: NothingHere,
});

const screens = SCREENS.map(({ path, load, title, scopes, guide }) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    staticData: { title, guide },
    beforeLoad: ({ context: { me } }) => {
      if (scopes !== undefined && !mayDo(me, ...scopes)) throw notFound();
    },
    component: lazyRouteComponent(screenCode(load)),
    notFoundComponent: NothingHere,
    errorComponent: Failure,
  }),
);
const elsewhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: NothingHere });
const hasOverview = SCREENS.some(({ path }) => path === '/');

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    signedIn.addChildren(hasOverview ? [...screens, elsewhere] : [start, ...screens, elsewhere]),
  ]),
  basepath: '/console',
  context: { queryClient },
  defaultPreload: 'intent',
  defaultNotFoundComponent: NothingHere,
  scrollRestoration: true,
  // What was typed, asked or found out about one record must not stand beside another.
  defaultRemountDeps: ({ params }) => params,
  parseSearch,
  stringifySearch,
});

/** Called when the API no longer knows who asks: back to where they were once they signed in again. */
function leadToSignIn(): void {
  // Whoever comes signed out has had no session that could end.
  const problem = queryClient.getQueryData(meQuery.queryKey) === undefined ? undefined : 'ended';
  queryClient.removeQueries({ queryKey: meQuery.queryKey });
  const { href, pathname } = router.state.location;
  if (pathname === '/sign-in') return;
  void router.navigate({ to: '/sign-in', search: { returnTo: href, problem } });
}
