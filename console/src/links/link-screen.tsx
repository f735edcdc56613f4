import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Columns } from '../page/columns';
import { Crumbs } from '../page/crumbs';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { Redirect } from '../page/redirect';
import { Waiting } from '../page/waiting';
import { linkQuery } from './link-cache';
import { calledIn, linkAt, placeOf } from './link-place';
import { LinkState } from './link-state';
import { DetailsPanel } from './one/details-panel';
import { EndsSoon } from './one/ends-soon';
import { LinkActions } from './one/link-actions';
import { LinkLead } from './one/link-lead';
import { LivePanel } from './one/live-panel';
import { QrPanel } from './one/qr-panel';
import { RulesPanel } from './one/rules-panel';
import { VisitsPanel } from './one/visits-panel';
import { Tags } from './tags';

/** One short link: where it leads, until when, and how often it was followed. */
export default function LinkScreen() {
  const place = useParams({ strict: false })['name']!;
  const { name, domain } = linkAt(place);
  const { data: link, error } = useQuery(linkQuery({ name, domain }));
  const path = `/api/link/${encodeURIComponent(name)}`;
  // Names are the same in any case, and the API finds a link by its target, too.
  if (link && placeOf(link) !== place) return <Redirect to="/links/$name" params={{ name: placeOf(link) }} />;
  return (
    <Page
      title={link?.title ?? name}
      crumbs={
        <Crumbs to="/links" list="Links">
          {link && <span className="code">{calledIn(link)}</span>}
        </Crumbs>
      }
      aside={
        link && (
          <>
            <LinkState link={link} />
            <Tags tags={link.tags} />
          </>
        )
      }
      lead={link && <LinkLead link={link} />}
      actions={link && <LinkActions link={link} />}
      requests={[
        { label: 'This link', path, query: { domain } },
        { label: 'Its visits by day', path: `${path}/stats`, query: { by: 'day', domain } },
        { label: 'Its QR code', path: `${path}/qr`, query: { format: 'png', size: 1024, domain } },
        ...(link
          ? [{ label: 'Change it', method: 'PUT', path: `/api/link/${link.id}`, body: { url: link.url } } as const]
          : []),
      ]}
    >
      <ReadProblem error={error} />
      {link === undefined ? (
        !error && <Waiting />
      ) : (
        <>
          <EndsSoon link={link} />
          <Columns
            main={
              <>
                <VisitsPanel link={link} />
                <RulesPanel link={link} />
              </>
            }
            side={
              <>
                <QrPanel link={link} />
                <LivePanel link={link} />
                <DetailsPanel link={link} />
              </>
            }
          />
        </>
      )}
    </Page>
  );
}
