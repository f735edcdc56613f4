import { WebhookSecret } from '../webhook-secret';
import { keptAnswer } from './kept-answer';

const SECRETS = [WebhookSecret.make(), WebhookSecret.make()];
const HEADERS = { Authorization: 'Bearer top/secret"7fK2', 'X-Key': 'top/secret', 'X-Version': '2' };
const kept = (text: string): string => keptAnswer(text, { headers: HEADERS, secrets: SECRETS });

it.each([
  ['', ''],
  ['All is well in version 2.', 'All is well in version 2.'],
  ['got Bearer top/secret"7fK2, and again Bearer top/secret"7fK2', 'got ***, and again ***'],
  ['bearer top/secret"7fK2 is unknown', 'bearer *** is unknown'],
  [JSON.stringify({ ...HEADERS }), '{"Authorization":"***","X-Key":"***","X-Version":"2"}'],
  [String.raw`{"authorization":"Bearer top\/secret\"7fK2"}`, '{"authorization":"***"}'],
  ['cut amid Bearer top/secr', 'cut amid ***'],
  ['cut amid top/sec', 'cut amid ***'],
])('hides the values of headers in %j', (text, expected) => expect(kept(text)).toBe(expected));

it('hides the secrets that sign, with their prefix and without', () => {
  for (const { text } of SECRETS) expect(kept(`${text} ${text.slice('whsec_'.length)}`)).toBe('*** ***');
});
