import { Link } from '@tanstack/react-router';
import { Facts } from '../../page/facts';
import { Panel } from '../../page/panel';
import { useCan } from '../../session/me';
import { counted } from '../../text/numbers';
import { Time } from '../../text/time';
import { cardInWords } from '../card-words';
import type { ShortLink } from '../link-cache';
import { LIMITS } from '../link-fields';
import classes from './one.module.css';

/** What has a place of its own on the screen, or words of its own here. */
const ELSEWHERE: readonly string[] = [
  'expiresAt',
  'maxVisits',
  'title',
  'tags',
  'note',
  'forwardQuery',
  'endedUrl',
  'rules',
  'card',
];

/** What was set for a link, and who made it. */
export function DetailsPanel({ link }: { link: ShortLink }) {
  const { id, maxVisits, expiresAt, endedUrl, forwardQuery, hasPassword, card, note, creator, createdAt } = link;
  const maySeeAudit = useCan('admin');
  const others = LIMITS.filter(({ name }) => !ELSEWHERE.includes(name) && link[name] !== undefined);
  return (
    <Panel title="Details">
      <Facts
        facts={{
          Limit: maxVisits === undefined ? <span className="quiet">none</span> : counted(maxVisits, 'visit'),
          Ends: <Time at={expiresAt} as="day" />,
          ...(endedUrl !== undefined && {
            'Once ended': <a href={endedUrl}>{endedUrl.replace(/^https?:\/\//, '')}</a>,
          }),
          Password: hasPassword ? 'asked for first' : <span className="quiet">none</span>,
          ...(card && { 'Social card': cardInWords(card) }),
          ...(forwardQuery && { Query: 'handed on to the target' }),
          ...Object.fromEntries(others.map(({ name, label }) => [label, link[name]])),
        }}
      />
      <div className={classes.made}>
        {note !== undefined && <p>{note}</p>}
        <span className="quiet">
          Created <Time at={Number(createdAt)} as="day" /> by {creator}
          {maySeeAudit && (
            <>
              {' · '}
              <Link to="/audit" search={{ targetType: 'link', targetId: String(id) }}>
                changes
              </Link>
            </>
          )}
        </span>
      </div>
    </Panel>
  );
}
