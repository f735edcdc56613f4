import type { Shop } from '../shop';
import { askForGumroadChanges } from './gumroad-changes';
import { identifyGumroad, translateGumroad } from './translate-gumroad';

export const GUMROAD: Shop = {
  type: 'gumroad',
  name: 'Gumroad',
  headers: [],
  signs: false,
  apiUrl: 'https://api.gumroad.com',
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  // Pings are verified by asking the API for what they name.
  verify: () => undefined,
  identify: identifyGumroad,
  translate: translateGumroad,
  changedSince: askForGumroadChanges,
};
