import type { Shop } from '../shop';
import { askForFastSpringChanges } from './fast-spring-changes';
import { identifyFastSpring, translateFastSpring } from './translate-fast-spring';
import { SIGNATURE_HEADER, verifyFastSpring } from './verify-fast-spring';

export const FAST_SPRING: Shop = {
  type: 'fastSpring',
  name: 'FastSpring',
  headers: [SIGNATURE_HEADER],
  signs: true,
  apiUrl: 'https://api.fastspring.com',
  // User name and password joined by a colon, as FastSpring shows API credentials. It rejects requests without a user
  // agent.
  authorize: (token) => ({ authorization: `Basic ${Buffer.from(token).toString('base64')}`, 'user-agent': 'keylink' }),
  verify: verifyFastSpring,
  identify: identifyFastSpring,
  translate: translateFastSpring,
  changedSince: askForFastSpringChanges,
};
