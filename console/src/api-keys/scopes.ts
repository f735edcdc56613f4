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
      { scope: 'check', allows: 'Check license keys, as the programs of customers do' },
      { scope: 'keys:read', allows: 'List, search, fetch and export license keys' },
      { scope: 'keys:write', allows: 'Create, import, change and delete license keys, and release devices' },
      { scope: 'keys:disable', allows: 'Disable and enable license keys, and change nothing else of them' },
      { scope: 'devices:write', allows: 'Release the seats of devices' },
      { scope: 'logs:read', allows: 'Read the logs of checks, and what was counted of them' },
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
      { scope: 'signing:read', allows: 'See which keys sign' },
      { scope: 'signing:write', allows: 'Set signing up, rotate and revoke the keys that sign' },
    ],
  },
  {
    about: 'The service',
    scopes: [
      { scope: 'metrics', allows: 'Read /metrics, for monitoring' },
      { scope: 'admin', allows: 'Everything, and besides manage API keys and read the audit' },
    ],
  },
];

/** Usual choices of scopes, by what the API key is for. */
export const PRESETS: readonly { name: string; scopes: readonly string[] }[] = [
  { name: 'Program of a customer', scopes: ['check'] },
  { name: 'Shop', scopes: ['keys:read', 'keys:write'] },
  { name: 'Support', scopes: ['keys:read', 'logs:read', 'check', 'keys:disable', 'devices:write'] },
  { name: 'Marketing', scopes: ['links:read', 'links:write'] },
  { name: 'Reports', scopes: ['keys:read', 'logs:read', 'links:read'] },
  { name: 'Monitoring', scopes: ['metrics'] },
  { name: 'Administrator', scopes: ['admin'] },
];

export const isSameChoice = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((scope) => other.includes(scope));
