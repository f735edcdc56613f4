import { SCOPES_OF_ROLE } from '../../../src/access/scopes/roles';

interface ScopeMeaning {
  scope: string;
  /** What the API key may do, as in "Its programs may …". */
  allows: string;
}

/** All scopes, with what each allows. */
export const SCOPES: readonly { about: string; scopes: readonly ScopeMeaning[] }[] = [
  {
    about: 'License keys',
    scopes: [
      { scope: 'check', allows: 'Check license keys, as customers’ programs do' },
      { scope: 'check:test', allows: 'Check test keys too' },
      { scope: 'keys:read', allows: 'List, search, fetch and export license keys' },
      { scope: 'keys:write', allows: 'Create, import, change and delete license keys, and release devices' },
      { scope: 'keys:disable', allows: 'Disable and enable license keys, and change nothing else' },
      {
        scope: 'keys:support',
        allows:
          'Move, disable and enable license keys, extend them by up to 31 days, write notes, release devices and edit customers',
      },
      { scope: 'devices:write', allows: 'Release the seats of devices' },
      { scope: 'logs:read', allows: 'Read check logs and statistics' },
    ],
  },
  {
    about: 'Customers',
    scopes: [
      { scope: 'customers:read', allows: 'List and fetch customers' },
      { scope: 'customers:write', allows: 'Create and change customers, and erase them together with keys:write' },
    ],
  },
  {
    about: 'Products',
    scopes: [
      { scope: 'products:read', allows: 'List and fetch products' },
      { scope: 'products:write', allows: 'Create, change and delete products' },
      { scope: 'plans:read', allows: 'List and fetch plans of products' },
      { scope: 'plans:write', allows: 'Create, change and delete plans of products' },
    ],
  },
  {
    about: 'Sales',
    scopes: [
      { scope: 'sales:read', allows: 'See shops, what they sent, and orders' },
      { scope: 'sales:write', allows: 'Connect shops, map what they sell, and retry what waits' },
    ],
  },
  {
    about: 'Links',
    scopes: [
      { scope: 'links:read', allows: 'List, fetch and export links, and draw their QR codes' },
      { scope: 'links:write', allows: 'Create, import, change and delete links' },
    ],
  },
  {
    about: 'Signing',
    scopes: [
      { scope: 'licenses:sign', allows: 'Issue offline licenses' },
      { scope: 'signing:read', allows: 'See the signing keys' },
      { scope: 'signing:write', allows: 'Set up signing, rotate and revoke signing keys' },
    ],
  },
  {
    about: 'Webhooks',
    scopes: [
      { scope: 'webhooks:read', allows: 'List and fetch webhooks and what was sent to them' },
      { scope: 'webhooks:write', allows: 'Create, change, test and delete webhooks, and send events again' },
    ],
  },
  {
    about: 'Mail',
    scopes: [
      { scope: 'mail:read', allows: 'See the emails sent to customers, and what emails say' },
      {
        scope: 'mail:write',
        allows: 'Send emails again, write what emails say, and switch kinds of emails on and off',
      },
    ],
  },
  {
    about: 'The service',
    scopes: [
      { scope: 'events:read', allows: 'Follow events: every change, once and in order' },
      { scope: 'metrics', allows: 'Read /metrics, for monitoring' },
      { scope: 'admin', allows: 'Everything, including API keys and the audit' },
    ],
  },
];

/** Usual choices of scopes: the roles of people, and what programs are for. */
export const PRESETS: readonly { about: string; presets: readonly { name: string; scopes: readonly string[] }[] }[] = [
  {
    about: 'For a program',
    presets: [
      { name: 'Customer’s program', scopes: ['check'] },
      { name: 'Shop', scopes: ['keys:read', 'keys:write'] },
      { name: 'Marketing', scopes: ['links:read', 'links:write'] },
      { name: 'Webhooks', scopes: ['webhooks:read', 'webhooks:write'] },
      { name: 'Monitoring', scopes: ['metrics'] },
    ],
  },
  {
    about: 'As a role',
    presets: [
      { name: 'Viewer', scopes: SCOPES_OF_ROLE.viewer },
      { name: 'Support', scopes: SCOPES_OF_ROLE.support },
      { name: 'Developer', scopes: SCOPES_OF_ROLE.developer },
      { name: 'Admin', scopes: SCOPES_OF_ROLE.admin },
    ],
  },
];

export const isSameChoice = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((scope) => other.includes(scope));
