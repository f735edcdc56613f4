import { Panel } from '../../page/panel';
import type { ShortLink } from '../link-cache';
import { SpanChoice, useSpan, Visits } from '../visits/visits';
import classes from './one.module.css';

/** How often the link was followed, and what is known of it. */
export function VisitsPanel({ link }: { link: ShortLink }) {
  const shown = useSpan();
  if (link.count === 0) {
    return (
      <Panel title="Visits">
        <p className={`${classes.nothing} quiet`}>Nobody has followed the link yet.</p>
      </Panel>
    );
  }
  return (
    <div className={classes.visits}>
      <SpanChoice {...shown} />
      <Visits of={{ link }} span={shown.span} />
    </div>
  );
}
