import type { MeDto } from '../api/schema';
import { Chip } from '../text/chip';
import { grouped } from '../text/numbers';
import type { ShortLink } from './link-cache';
import type { LinkPlace } from './link-place';

/** Where a link leads from, as its QR code says it: its domain, the address that the operator set, or the host that is asked. */
export function shortAddressOf({ name, domain }: LinkPlace, { publicUrl }: Pick<MeDto, 'publicUrl'>): string {
  const own = publicUrl ?? `http://${location.host}`;
  return `${domain === undefined ? own : `https://${domain}`}/${name}`;
}

/** Why the link leads nowhere any more; undefined while it leads on. */
function endOf({ expiresAt, count, maxVisits }: ShortLink, now = Date.now()) {
  if (expiresAt !== undefined && expiresAt <= now) return { word: 'Expired', why: 'It has expired and leads nowhere.' };
  if (maxVisits !== undefined && count >= maxVisits)
    return { word: 'Used up', why: 'It has had all its visits and leads nowhere.' };
  return undefined;
}

export function LinkState({ link }: { link: ShortLink }) {
  const end = endOf(link);
  if (end === undefined) return <Chip tone="good">Active</Chip>;
  return (
    <Chip tone="bad" title={end.why}>
      {end.word}
    </Chip>
  );
}

export function Visits({ link: { count, maxVisits } }: { link: ShortLink }) {
  return (
    <>
      {grouped(count)}
      {maxVisits !== undefined && <span className="quiet"> of {grouped(maxVisits)}</span>}
    </>
  );
}
