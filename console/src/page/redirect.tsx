import { Navigate, type NavigateOptions, useRouterState } from '@tanstack/react-router';

/** Puts another address in the place of a screen's own, unless somebody is on the way from this screen to another one already. */
export function Redirect(props: NavigateOptions) {
  const isLeaving = useRouterState({ select: ({ isLoading }) => isLoading });
  return !isLeaving && <Navigate {...props} replace />;
}
