import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../page/panel';
import { Chip } from '../text/chip';
import { TriangleAlertIcon } from '../theme/icons';
import classes from './overview.module.css';
import { useAttention } from './use-attention';

/** What needs somebody, the most pressing first, each with one thing to do. With nothing to do it isn't there. */
export function AttentionPanel() {
  const needs = useAttention();
  if (needs.length === 0) return null;
  return (
    <Panel title="Needs attention" actions={<Chip tone={needs[0].tone}>{needs.length}</Chip>}>
      <ul className={classes.needs}>
        {needs.map(({ id, tone, title, says, action, to, search }, index) => (
          <li key={id}>
            <span className={classes.need} data-tone={tone}>
              <TriangleAlertIcon size={16} aria-hidden />
            </span>
            <div>
              <strong>{title}</strong>
              <p>{says}</p>
            </div>
            <Button
              size="xs"
              variant={index === 0 ? 'filled' : 'default'}
              renderRoot={(props) => <Link to={to} search={search ?? {}} {...props} />}
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
