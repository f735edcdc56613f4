import type { Shop } from '../shop';
import { askForPaddleChanges } from './paddle-changes';
import { identifyPaddle, translatePaddle } from './translate-paddle';
import { SIGNATURE_HEADER, verifyPaddle } from './verify-paddle';

/** Paddle Billing; Paddle Classic has other messages. */
export const PADDLE: Shop = {
  type: 'paddle',
  name: 'Paddle',
  headers: [SIGNATURE_HEADER],
  signs: true,
  apiUrl: 'https://api.paddle.com',
  testApiUrl: 'https://sandbox-api.paddle.com',
  authorize: (token) => ({ authorization: `Bearer ${token}`, 'paddle-version': '1' }),
  verify: verifyPaddle,
  identify: identifyPaddle,
  translate: translatePaddle,
  changedSince: askForPaddleChanges,
};
