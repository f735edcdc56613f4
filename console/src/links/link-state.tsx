import type { MeDto } from '../api/schema';
import { Chip } from '../text/chip';
import { grouped } from '../text/numbers';
import type { ShortLink } from './link-cache';

/** Where a link leads from, as its QR code says it: below the address that the operator set, or else the host that is asked. */
export const shortAddressOf = (name: string, { publicUrl }: Pick<MeDto, 'publicUrl'>) =>
  `${publicUrl ?? `http://${location.host}`}/${name}`;

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
