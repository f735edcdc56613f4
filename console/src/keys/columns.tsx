import type { LicenseKeyDto } from '../api/schema';
import { CustomerName } from '../customers/customer-name';
import { ProductName } from '../products/product-name';
import type { Column } from '../table/column';
import { RowLink } from '../table/row-link';
import { grouped } from '../text/numbers';
import { Time } from '../text/time';
import { valueInWords } from './change-in-words';
import { type Field, FIELDS } from './fields';
import { KeyState } from './key-state';

const toColumn = ({ name, shownAs, label, width = 120 }: Field): Column<LicenseKeyDto> => ({
  id: name,
  title: label,
  width,
  grow: 1,
  cell: (key) => valueInWords(name, key[shownAs]),
});

/** The column that says whose license key it is; always shown. */
export const ROW_TITLE = 'uid';

/** The columns of the list of license keys; `isUsual` are those that show unless others are chosen. */
export const KEY_COLUMNS: readonly (Column<LicenseKeyDto> & { isUsual?: 'always' | 'wide' })[] = [
  {
    id: ROW_TITLE,
    title: 'Customer',
    width: 150,
    grow: 3,
    isUsual: 'always',
    cell: ({ id, uuid }, tabIndex) => (
      <RowLink to={`/keys/${id}`} tabIndex={tabIndex}>
        <CustomerName uid={uuid} />
      </RowLink>
    ),
  },
  {
    id: 'state',
    title: 'State',
    width: 92,
    grow: 0.4,
    isUsual: 'always',
    cell: (key) => <KeyState licenseKey={key} />,
  },
  {
    id: 'pid',
    title: 'Product',
    width: 130,
    grow: 1.4,
    isUsual: 'wide',
    cell: ({ product }) => <ProductName pid={product} />,
  },
  {
    id: 'key',
    title: 'Key',
    width: 190,
    grow: 2,
    isUsual: 'always',
    cell: ({ id, key }, tabIndex) => (
      <RowLink to={`/keys/${id}`} tabIndex={tabIndex} isCode>
        {key}
      </RowLink>
    ),
  },
  {
    id: 'ip',
    title: 'Address',
    width: 120,
    rank: 20,
    grow: 1,
    isUsual: 'wide',
    cell: ({ ip, locked }) => (ip === '' ? <span className="quiet">{locked ? 'at first check' : 'any'}</span> : ip),
  },
  {
    id: 'locked',
    title: 'Node lock',
    width: 90,
    grow: 0.4,
    cell: ({ locked }) => (locked ? 'locked' : <span className="quiet">no</span>),
  },
  {
    id: 'seats',
    title: 'Seats',
    width: 64,
    rank: 21,
    grow: 0.3,
    isUsual: 'wide',
    align: 'end',
    cell: ({ seats }) => (seats === undefined ? <span className="quiet">–</span> : grouped(seats)),
  },
  {
    id: 'lastSeen',
    title: 'Last check',
    width: 116,
    grow: 1,
    isUsual: 'wide',
    cell: ({ lastSeen }, tabIndex) => <Time at={lastSeen} as="relative" tabIndex={tabIndex} />,
  },
  {
    id: 'expiresAt',
    title: 'Expires',
    width: 116,
    grow: 1,
    isUsual: 'wide',
    cell: ({ expiresAt }, tabIndex) => <Time at={expiresAt} as="day" tabIndex={tabIndex} />,
  },
  ...FIELDS.filter(({ width }) => width !== undefined).map(toColumn),
  { id: 'id', title: 'Record', width: 90, grow: 0.3, align: 'end', cell: ({ id }) => id },
];
