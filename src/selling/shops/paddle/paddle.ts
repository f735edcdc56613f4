import type { Shop, ShopMessage } from '../shop';
import { isSignedBy, missingHeader, readTimed, staleness, wrongSignature } from '../signatures';
import { askForPaddleChanges } from './paddle-changes';
import { identifyPaddle, translatePaddle } from './translate-paddle';

const SIGNATURE_HEADER = 'paddle-signature';

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

/** `ts=<seconds>;h1=<hex>`, with several `h1` during a rotation: HMAC-SHA-256 of the time, a colon and the body. */
function verifyPaddle({ headers, body }: ShopMessage, secrets: readonly string[], now: number): string | undefined {
  const header = headers[SIGNATURE_HEADER];
  if (header === undefined) return missingHeader('Paddle-Signature', 'Paddle');
  const signed = readTimed(header, { separator: ';', time: 'ts', signature: 'h1' });
  if (signed === undefined) return 'The header Paddle-Signature must look like ts=1764072000;h1=eb4d0dc8….';
  const { time, signatures } = signed;
  if (!isSignedBy(secrets, signatures, `${time}:`, body))
    return wrongSignature('Paddle', 'Paddle: Developer tools, Notifications, your destination, Edit, Secret key');
  return staleness(Number(time) * 1000, now);
}
