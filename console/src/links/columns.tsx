import type { Column } from '../table/column';
import { RowLink } from '../table/row-link';
import { Time } from '../text/time';
import type { ShortLink } from './link-cache';
import { calledIn, placeOf } from './link-place';
import { LinkState, Visits } from './link-state';
import { Tags } from './tags';

export const LINK_COLUMNS: readonly Column<ShortLink>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 130,
    grow: 1.2,
    cell: (link, tabIndex) => (
      <RowLink to={`/links/${placeOf(link)}`} tabIndex={tabIndex}>
        {calledIn(link)}
      </RowLink>
    ),
  },
  {
    id: 'url',
    title: 'Target',
    width: 200,
    rank: 3,
    grow: 3.5,
    cell: ({ url }) => <span title={url}>{url}</span>,
  },
  {
    id: 'title',
    title: 'Title',
    width: 130,
    rank: 4,
    grow: 1.4,
    cell: ({ title }) => <span title={title}>{title}</span>,
  },
  {
    id: 'tags',
    title: 'Tags',
    width: 110,
    rank: 5,
    grow: 0.8,
    cell: ({ tags }, tabIndex) => <Tags tags={tags} tabIndex={tabIndex} />,
  },
  { id: 'state', title: 'State', width: 92, rank: 2, grow: 0.2, cell: (link) => <LinkState link={link} /> },
  {
    id: 'count',
    title: 'Visits',
    width: 104,
    rank: 1,
    grow: 0.4,
    align: 'end',
    cell: (link) => <Visits link={link} />,
  },
  {
    id: 'expiresAt',
    title: 'Expires',
    width: 110,
    grow: 0.4,
    cell: ({ expiresAt }, tabIndex) => <Time at={expiresAt} as="day" tabIndex={tabIndex} />,
  },
  { id: 'creator', title: 'Created by', width: 110, grow: 0.8, cell: ({ creator }) => creator },
  {
    id: 'createdAt',
    title: 'Created',
    width: 110,
    grow: 0.4,
    cell: ({ createdAt }, tabIndex) => <Time at={Number(createdAt)} as="relative" tabIndex={tabIndex} />,
  },
];
