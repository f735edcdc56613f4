import { Button, Drawer, Group, Skeleton } from '@mantine/core';
import { PencilIcon } from '../theme/icons';
import { DownloadIcon, Trash2Icon } from '../theme/screen-icons';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { hasDraft } from '../form/draft';
import { ReadProblem } from '../page/read-problem';
import { useMe } from '../session/me';
import { Only } from '../session/only';
import { Copy } from '../text/copy';
import { Time } from '../text/time';
import { WebLink } from '../text/web-link';
import { DeleteLink } from './delete-link';
import { EditLink } from './edit-link';
import { readLink, type ShortLink } from './link-cache';
import { LIMITS } from './link-fields';
import { LinkState, shortAddressOf, Visits } from './link-state';
import classes from './links.module.css';
import { Tags } from './tags';

interface LinkDetailsProps {
  /** The name of the link that is shown; undefined for none. */
  name: string | undefined;
  onClose: () => void;
}

/** What is asked about the link, above it. */
type Asking = 'edit' | 'delete' | undefined;

/** One link at the side of the list. */
export function LinkDetails({ name, onClose }: LinkDetailsProps) {
  const { data, error } = useQuery({
    queryKey: ['links', 'one', name],
    queryFn: ({ signal }) => readLink(name ?? '', signal),
    enabled: name !== undefined,
  });
  // A change that was typed before goes on.
  const [{ of, asking }, setAsked] = useState<{ of?: string; asking?: Asking }>(() => ({
    of: name,
    asking: name !== undefined && hasDraft(`link ${name}`) ? 'edit' : undefined,
  }));
  // What was asked about one link is not asked about another, which the browser's "Back" may have led to.
  if (of !== name) setAsked({ of: name });
  return (
    <Drawer
      opened={name !== undefined}
      onClose={onClose}
      // Escape closes what lies above it first.
      closeOnEscape={asking === undefined}
      title={name ?? 'Link'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ReadProblem error={error} />
      {data === undefined && !error && <Skeleton height={320} />}
      {data !== undefined && (
        <Details link={data} asking={asking} onAsk={(what) => setAsked({ of: name, asking: what })} onClose={onClose} />
      )}
    </Drawer>
  );
}

interface DetailsProps {
  link: ShortLink;
  asking: Asking;
  onAsk: (asking: Asking) => void;
  onClose: () => void;
}

function Details({ link, asking, onAsk, onClose }: DetailsProps) {
  const stop = () => onAsk(undefined);
  return (
    <div className={classes.details}>
      <QrCode name={link.name} />
      <Fields link={link} />
      <Group gap="sm">
        <Only scopes={['links:write']}>
          <Button variant="default" leftSection={<PencilIcon size={16} aria-hidden />} onClick={() => onAsk('edit')}>
            Change
          </Button>
        </Only>
        <Only scopes={['links:write']}>
          <Button
            variant="default"
            className={classes.delete}
            leftSection={<Trash2Icon size={16} aria-hidden />}
            onClick={() => onAsk('delete')}
          >
            Delete
          </Button>
        </Only>
      </Group>
      {asking === 'edit' && <EditLink link={link} onClose={stop} />}
      {asking === 'delete' && <DeleteLink link={link} onClose={stop} onDeleted={onClose} />}
    </div>
  );
}

/** What the rows of visits and of the end tell. */
const SHOWN_ABOVE: readonly string[] = ['expiresAt', 'maxVisits'];

function Fields({ link }: { link: ShortLink }) {
  const address = shortAddressOf(link.name, useMe());
  return (
    <dl className={classes.fields}>
      <dt>Short address</dt>
      <dd>
        <a className="code" href={address} target="_blank" rel="noopener" title="Following it counts as a visit.">
          {address}
        </a>{' '}
        <Copy text={address} label="Copy the short address" />
      </dd>
      <dt>Target</dt>
      <dd>
        <WebLink text={link.url} />
      </dd>
      <dt>State</dt>
      <dd>
        <LinkState link={link} />
      </dd>
      <dt>Visits</dt>
      <dd>
        <Visits link={link} />
      </dd>
      <dt>Expires</dt>
      <dd>
        <Time at={link.expiresAt} />
      </dd>
      {LIMITS.filter(({ name }) => !SHOWN_ABOVE.includes(name) && link[name] !== undefined).map(({ name, label }) => (
        <Fragment key={name}>
          <dt>{label}</dt>
          <dd className={name === 'note' ? classes.lines : undefined}>
            {name === 'tags' ? <Tags tags={link.tags} /> : link[name]}
          </dd>
        </Fragment>
      ))}
      <dt>Created</dt>
      <dd>
        <Time at={Number(link.createdAt)} /> by {link.creator}
      </dd>
    </dl>
  );
}

/** The code to print, and the files to take it away as. */
function QrCode({ name }: { name: string }) {
  const path = `/api/link/${encodeURIComponent(name)}/qr`;
  return (
    <figure className={classes.code}>
      <img src={`${path}?format=svg&size=240`} width={200} height={200} alt={`QR code of the link ${name}`} />
      <figcaption>
        <span>The short address, to print</span>
        <Button
          component="a"
          size="xs"
          variant="default"
          href={`${path}?format=svg&size=1024`}
          download={`${name}.svg`}
          leftSection={<DownloadIcon size={14} aria-hidden />}
        >
          SVG
        </Button>
        <Button
          component="a"
          size="xs"
          variant="default"
          href={`${path}?format=png&size=1024`}
          download={`${name}.png`}
          leftSection={<DownloadIcon size={14} aria-hidden />}
        >
          PNG
        </Button>
      </figcaption>
    </figure>
  );
}
