import type { LiveVisitDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { grouped } from '../../text/numbers';
import { Time } from '../../text/time';
import type { LinkPlace } from '../link-place';
import { nameOfValue } from '../visits/words';
import classes from './one.module.css';
import { useLiveVisits } from './use-live-visits';

const MOST_ROWS = 8;

/** Who follows the link just now. */
export function LivePanel({ link }: { link: LinkPlace }) {
  const { visits, error } = useLiveVisits(link);
  return (
    <Panel title="Live visits" aside={visits.length > 0 && `${grouped(visits.length)} in 10 minutes`}>
      {error && <p className={`${classes.nothing} quiet`}>Can’t be watched just now: {error.message}</p>}
      {visits.length === 0 && !error && (
        <p className={`${classes.nothing} quiet`}>Visits appear here while this screen is open.</p>
      )}
      <ol className={classes.live}>
        {visits.slice(0, MOST_ROWS).map((visit) => (
          <li key={visit.id}>
            <Time at={visit.at} as="clock" /> <span>{inWords(visit)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** `Germany, iOS · instagram.com`. */
function inWords({ visitor, country, os, device, entry, source, referrer }: LiveVisitDto): string {
  if (visitor === 'bot') return 'Bot or preview';
  const who = [country && nameOfValue('country', country), os ?? (device && nameOfValue('device', device))];
  const way = entry === 'qr' ? 'QR code' : (source ?? referrer);
  return [who.filter(Boolean).join(', ') || 'Somebody', way].filter(Boolean).join(' · ');
}
