import { useMe } from '../../session/me';
import { Copy } from '../../text/copy';
import { WebLink, withoutScheme } from '../../text/web-link';
import { ArrowRightIcon } from '../../theme/screen-icons';
import type { ShortLink } from '../link-cache';
import { shortAddressOf } from '../link-state';
import classes from './one.module.css';

/** Below the title: the short address, and where it leads to. */
export function LinkLead({ link }: { link: ShortLink }) {
  const address = shortAddressOf(link, useMe());
  return (
    <span className={classes.lead}>
      <span className={classes.address}>
        <a className="code" href={address} target="_blank" rel="noopener" title="Following it counts as a visit.">
          {withoutScheme(address)}
        </a>
        <Copy text={address} label="Copy the short address" />
      </span>
      <span className={classes.target}>
        <ArrowRightIcon size={14} aria-label="leads to" />
        <bdi className={classes.cut}>
          <WebLink text={link.url} isShort />
        </bdi>
      </span>
    </span>
  );
}
