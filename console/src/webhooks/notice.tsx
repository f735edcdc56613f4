import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { TriangleAlertIcon } from '../theme/icons';
import classes from './notice.module.css';

interface NoticeProps {
  /** `bad`: something is lost or about to be; `warn`: somebody should look. */
  tone: 'bad' | 'warn';
  /** What helps. */
  action?: ReactNode;
  children: ReactNode;
}

/** Something about a webhook that somebody should know, and what helps. */
export function Notice({ tone, action, children }: NoticeProps) {
  return (
    <Alert className={classes.notice} data-tone={tone} icon={<TriangleAlertIcon size={18} aria-hidden />} role="note">
      <div className={classes.row}>
        <p>{children}</p>
        {action}
      </div>
    </Alert>
  );
}
