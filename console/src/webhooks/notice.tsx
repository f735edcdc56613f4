import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { HistoryIcon, TriangleAlertIcon } from '../theme/icons';
import classes from './notice.module.css';

interface NoticeProps {
  /** `bad`: something is lost or about to be; `warn`: somebody should look; `plain`: all is well. */
  tone: 'bad' | 'warn' | 'plain';
  /** What helps. */
  action?: ReactNode;
  children: ReactNode;
}

/** Something about a webhook that somebody should know, and what helps. */
export function Notice({ tone, action, children }: NoticeProps) {
  const Icon = tone === 'plain' ? HistoryIcon : TriangleAlertIcon;
  return (
    <Alert className={classes.notice} data-tone={tone} icon={<Icon size={18} aria-hidden />} role="note">
      <div className={classes.row}>
        <p>{children}</p>
        {action}
      </div>
    </Alert>
  );
}
