import type { LinkDto } from '../api/schema';
import { LinkState, shortAddressOf, Visits } from '../links/link-state';
import { useMe } from '../session/me';
import { Time } from '../text/time';
import type { PreviewProps } from './preview';
import { Act, Acts, CopyAct, Fact, Head, Mini } from './preview-parts';

/** A link: where it leads, and how often it was followed. */
export function LinkPreview({ entry, link, onGo }: PreviewProps & { link: LinkDto }) {
  const { name, title, url, expiresAt } = link;
  const address = shortAddressOf(link, useMe());
  return (
    <>
      <Head title={title ?? `/${name}`} below={url} />
      <Acts>
        <Act isFirst label="Open link" onClick={() => onGo(entry)} />
        <CopyAct label="Copy short address" text={address} />
      </Acts>
      <Mini>
        <Fact name="State">
          <LinkState link={link} />
        </Fact>
        <Fact name="Visits">
          <Visits link={link} />
        </Fact>
        <Fact name="Expires">
          <Time at={expiresAt} as="day" tabIndex={-1} />
        </Fact>
      </Mini>
    </>
  );
}
