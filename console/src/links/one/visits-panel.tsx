import { Panel } from '../../page/panel';
import { counted, grouped } from '../../text/numbers';
import type { ShortLink } from '../link-cache';
import classes from './one.module.css';

/** How often the link was followed. */
export function VisitsPanel({ link: { count, maxVisits } }: { link: ShortLink }) {
  return (
    <Panel title="Visits">
      {count === 0 ? (
        <p className={`${classes.nothing} quiet`}>Nobody has followed the link yet.</p>
      ) : (
        <p className={classes.nothing}>
          {counted(count, 'visit')}
          {maxVisits !== undefined && ` of ${grouped(maxVisits)}`}
        </p>
      )}
    </Panel>
  );
}
