export const LICENSE_KEYS = 'License keys';
export const CUSTOMERS = 'Customers';
export const PRODUCTS = 'Products';
export const PLANS = 'Plans';
export const RELEASES = 'Releases';
export const CHECKS = 'Checks';
export const DEVICES = 'Devices';
export const LOGS = 'Logs';
export const LINKS = 'Links';
export const EVENTS = 'Events';
export const WEBHOOKS = 'Webhooks';
export const MAIL = 'Mail';
export const SALES = 'Sales';
export const STATISTICS = 'Statistics';
export const ADMINISTRATION = 'Administration';

/** In reading order. */
export const GROUPS: readonly { name: string; description: string }[] = [
  {
    name: LICENSE_KEYS,
    description: 'What a vendor sells: one for each copy. Create, find, change and delete them, one or many at a time.',
  },
  { name: CUSTOMERS, description: 'Whom the uids of license keys stand for: people and companies.' },
  { name: PRODUCTS, description: 'What the pids of license keys stand for.' },
  { name: PLANS, description: 'What license keys of a product contain: their time, seats and entitlements.' },
  {
    name: RELEASES,
    description: 'What was released of a product, which license keys it is for, and what updaters are told.',
  },
  { name: CHECKS, description: 'What a program asks when it starts: may this copy run? Each check is logged.' },
  { name: DEVICES, description: 'Which devices have the seats of a license key that counts them.' },
  { name: LOGS, description: 'What every check of a license key was answered.' },
  { name: LINKS, description: 'Short addresses that lead anywhere, and count how often they are followed.' },
  { name: EVENTS, description: 'What happened, told once and in order: follow it, and miss nothing.' },
  { name: WEBHOOKS, description: 'Addresses of yours that each change is sent to, signed, until they have it.' },
  { name: MAIL, description: 'What customers are sent: their keys, reminders, and what became of each email.' },
  {
    name: SALES,
    description: 'What shops sell: their messages, the orders, and the license keys that follow from them.',
  },
  {
    name: STATISTICS,
    description: 'How many checks and visits there were by the hour or the day, and what is coming.',
  },
  {
    name: ADMINISTRATION,
    description: 'For who operates the service: API keys, the audit of changes, metrics, and whether it is well.',
  },
];
