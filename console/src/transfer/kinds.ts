/** What can be imported and exported, and the columns that the API knows. */
export interface TransferKind {
  name: 'keys' | 'links';
  title: string;
  /** One of them, and many. */
  one: string;
  path: '/api/keys' | '/api/links';
  reads: string;
  writes: string;
  columns: readonly TransferColumn[];
  /** The column that no two of them have in common. */
  identity: 'key' | 'name';
}

export interface TransferColumn {
  name: string;
  label: string;
  isNeeded?: boolean;
  /** What others call it, in small letters without anything but letters. */
  known: readonly string[];
}

const KEY_COLUMNS: readonly TransferColumn[] = [
  {
    name: 'uuid',
    label: 'Customer (uid)',
    isNeeded: true,
    known: ['uid', 'user', 'userid', 'customer', 'customerid', 'customeremail', 'email', 'owner'],
  },
  { name: 'product', label: 'Product (pid)', isNeeded: true, known: ['pid', 'productid', 'proid', 'sku'] },
  { name: 'key', label: 'Key', known: ['license', 'licence', 'licensekey', 'licencekey', 'serial', 'code'] },
  { name: 'ip', label: 'Address', known: ['address', 'ipaddress', 'host'] },
  { name: 'status', label: 'Active', known: ['active', 'enabled', 'isactive'] },
  { name: 'disabled', label: 'Disabled', known: ['blocked', 'banned', 'revoked'] },
  { name: 'locked', label: 'Node lock', known: ['nodelock', 'nodelocked'] },
  { name: 'lastSeen', label: 'Last check', known: ['lastcheck', 'lastused'] },
  {
    name: 'expiresAt',
    label: 'Expires',
    known: ['expires', 'expiry', 'expirydate', 'expiration', 'validuntil', 'ends', 'enddate'],
  },
  { name: 'seats', label: 'Seats', known: ['devices', 'maxdevices', 'activations', 'limit'] },
  { name: 'leaseSeconds', label: 'Lease in seconds', known: ['lease'] },
];

const LINK_COLUMNS: readonly TransferColumn[] = [
  { name: 'name', label: 'Name', isNeeded: true, known: ['slug', 'short', 'shortcode', 'keyword', 'alias', 'code'] },
  {
    name: 'url',
    label: 'Leads to',
    isNeeded: true,
    known: ['target', 'longurl', 'destination', 'link', 'originalurl'],
  },
  { name: 'count', label: 'Visits', known: ['visits', 'clicks', 'hits'] },
  { name: 'creator', label: 'Made by', known: ['createdby', 'owner', 'author'] },
  { name: 'creatorID', label: 'Made by (id)', known: ['ownerid', 'authorid'] },
  { name: 'createdAt', label: 'Made', known: ['created', 'date', 'timestamp', 'datecreated'] },
  { name: 'expiresAt', label: 'Expires', known: ['expires', 'expiry', 'validuntil'] },
  { name: 'maxVisits', label: 'Most visits', known: ['maxclicks', 'limit'] },
];

export const KINDS: readonly TransferKind[] = [
  {
    name: 'keys',
    title: 'License keys',
    one: 'license key',
    path: '/api/keys',
    reads: 'keys:read',
    writes: 'keys:write',
    columns: KEY_COLUMNS,
    identity: 'key',
  },
  {
    name: 'links',
    title: 'Links',
    one: 'link',
    path: '/api/links',
    reads: 'links:read',
    writes: 'links:write',
    columns: LINK_COLUMNS,
    identity: 'name',
  },
];
