import { useQuery } from '@tanstack/react-query';
import type { ProductReleaseDto, SharesDto } from '../api/schema';
import { partInWords, sharesQuery } from '../products/shares';
import { useCan } from '../session/me';
import { localTime } from '../text/times';
import classes from './releases.module.css';

/** Versions that nobody registered, of which the panel tells. */
const TOLD = 3;

/** Undefined until they are there, and for those who may not see logs. */
export function useShares(pid: number): SharesDto | undefined {
  return useQuery({ ...sharesQuery(pid), enabled: useCan('logs:read') }).data;
}

const namedIn = ({ versions }: SharesDto): number =>
  versions.reduce((sum, { version, checks }) => sum + (version === undefined ? 0 : checks), 0);

/** How many of the checks that name a version name this one. */
export function ShareOfChecks({ release: { version }, shares }: { release: ProductReleaseDto; shares: SharesDto }) {
  const named = namedIn(shares);
  const checks = shares.versions.find((each) => each.version === version)?.checks ?? 0;
  if (named === 0 || checks === 0) return '–';
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden>
        <i style={{ width: `${(100 * checks) / named}%` }} />
      </span>
      {partInWords(checks, named)}
    </span>
  );
}

/** What the shares leave out: checks without a version, versions without a release, older checks. */
export function SharesNote({ shares, releases }: { shares: SharesDto; releases: readonly ProductReleaseDto[] }) {
  const { checks, versions, from, since } = shares;
  if (checks === 0) return null;
  const named = namedIn(shares);
  const known = new Set(releases.map(({ version }) => version));
  const others = versions.filter(({ version }) => version !== undefined && !known.has(version));
  const said = [
    named < checks && `${partInWords(checks - named, checks)} of the checks name no version.`,
    others.length > 0 &&
      `Also seen: ${others
        .slice(0, TOLD)
        .map(({ version, checks: count }) => `${version} (${partInWords(count, named)})`)
        .join(', ')}${others.length > TOLD ? ', …' : ''}.`,
    since > from && `Counted from ${localTime(since)} on.`,
  ].filter((each) => each !== false);
  return said.length > 0 && <p className={`quiet ${classes.note}`}>{said.join(' ')}</p>;
}
