import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { UsedDeviceDto } from '../api/schema';
import { Time } from '../text/time';
import { customerUsageQuery } from '../usage/use-usage';
import classes from './customers.module.css';

/** Says which device of the customer is refused now: no check of it has passed since. */
export function NewestRefusal({ uid }: { uid: string }) {
  const navigate = useNavigate();
  const { data: usage } = useQuery(customerUsageQuery(uid));
  const refused = (usage?.devices ?? []).filter(isRefused).toSorted((a, b) => b.lastRefusedAt! - a.lastRefusedAt!);
  if (refused.length === 0) return null;
  const [{ key, name, lastRefusedAt, hasSeat }] = refused;
  return (
    <section className={classes.refusal} aria-label="What to do next">
      <div>
        <strong>
          {name || 'A device'} was refused <Time at={lastRefusedAt} as="relative" />.
        </strong>
        <div className="quiet">{hasSeat ? 'It has a seat.' : 'It has no seat.'} The key says why, and what helps.</div>
      </div>
      <Button onClick={() => void navigate({ to: '/keys/$id', params: { id: String(key) } })}>Open the key</Button>
    </section>
  );
}

const isRefused = ({ lastRefusedAt = 0, lastPassedAt = 0 }: UsedDeviceDto) => lastRefusedAt > lastPassedAt;
