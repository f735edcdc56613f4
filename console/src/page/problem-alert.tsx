import { Alert } from '@mantine/core';
import { TriangleAlertIcon } from '../theme/icons';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem';
import classes from './problem-alert.module.css';

/** What the API said no with, in its own sentence, and the id under which the service logged the request. */
export function ProblemAlert({ error, children }: { error: unknown; children?: ReactNode }) {
  if (error === null || error === undefined) return null;
  return (
    <Alert className={classes.alert} icon={<TriangleAlertIcon size={18} aria-hidden />} role="alert">
      <ProblemText error={error} />
      {children}
    </Alert>
  );
}

function ProblemText({ error }: { error: unknown }) {
  if (!(error instanceof ApiProblem))
    return <p>The console failed: {error instanceof Error ? error.message : 'unknown'}</p>;
  return (
    <>
      <p>{error.message}</p>
      {error.requestId !== undefined && (
        <p className={classes.request}>
          Request <code>{error.requestId}</code>
        </p>
      )}
    </>
  );
}
