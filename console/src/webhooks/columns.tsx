import type { WebhookDto } from '../api/schema';
import { inWords } from '../events/event-words';
import { ProductName } from '../products/product-name';
import type { Column } from '../table/column';
import { RowLink } from '../table/row-link';
import { Time } from '../text/time';
import { StateChip } from './state-chip';
import { shortUrl } from './webhooks';

export const WEBHOOK_COLUMNS: readonly Column<WebhookDto>[] = [
  {
    id: 'url',
    title: 'URL',
    width: 190,
    grow: 3,
    cell: ({ id, url, description }, tabIndex) => (
      <span title={description === undefined ? url : `${url}: ${description}`}>
        <RowLink to={`/webhooks/${id}`} tabIndex={tabIndex}>
          {shortUrl(url)}
        </RowLink>{' '}
        <span className="quiet">{description}</span>
      </span>
    ),
  },
  {
    id: 'state',
    title: 'State',
    width: 126,
    grow: 0.3,
    cell: (webhook) => <StateChip webhook={webhook} />,
  },
  {
    id: 'types',
    title: 'Gets',
    width: 160,
    grow: 1.6,
    cell: ({ types }) => <span title={types.join(', ')}>{typesInWords(types)}</span>,
  },
  {
    id: 'product',
    title: 'Product',
    width: 110,
    grow: 0.8,
    cell: ({ pid }) => (pid === undefined ? <span className="quiet">any</span> : <ProductName pid={pid} />),
  },
  {
    id: 'succeededAt',
    title: 'Last delivery',
    width: 116,
    grow: 0.5,
    cell: ({ succeededAt }, tabIndex) => <Time at={succeededAt} as="relative" never="none yet" tabIndex={tabIndex} />,
  },
];

/** `License key disabled`, `4 types`, `everything`. */
function typesInWords(types: readonly string[]): string {
  if (types.length === 0) return 'everything';
  return types.length === 1 ? inWords(types[0]) : `${types.length} types`;
}
