import { Loader } from '@mantine/core';
import { useBusy } from '../api/busy';
import classes from './busy-banner.module.css';

/** Says that the service can't answer for the moment, and that the console goes on trying. */
export function BusyBanner() {
  const problem = useBusy();
  return (
    <div role="status">
      {problem !== undefined && (
        <p className={classes.banner}>
          <Loader size={14} color="var(--warn)" aria-hidden />
          {problem.message.replace('; try again shortly.', '.')} Trying again…
        </p>
      )}
    </div>
  );
}
