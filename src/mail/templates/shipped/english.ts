import type { MailKind } from '../../outbox/mail-kinds';
import type { Letter } from '../letter';
import { keyCard, keyText, page, portalButton, portalText, type Words } from './page';

const WORDS: Words = {
  language: 'en',
  oneDevice: 'For one device',
  devices: 'For {{seats}} devices',
  validUntil: 'Valid until {{expires}}',
  testKey: 'A test key: it works only where test keys are accepted.',
  manage: 'See and manage your licenses',
  footer: '{{vendor}} sent you this email because of your order or license.',
};

const HOW_TO =
  'To use it, copy the whole key, open the program, and paste it where the program asks for a license key. Keep this email: it proves your license.';
const ORDER =
  '{{#orderNumber}}Order: {{orderNumber}}{{/orderNumber}}{{#invoice}}{{#orderNumber}} · {{/orderNumber}}Invoice: {{invoice}}{{/invoice}}';
const YOURS = '{{#isOne}}Here is your license key:{{/isOne}}{{^isOne}}Here are your license keys:{{/isOne}}';
const KEYS = '{{#isOne}}license key{{/isOne}}{{^isOne}}license keys{{/isOne}}';

const keys = (subject: string, title: string, first: string, inHtml = `${first} `): Letter => ({
  subject,
  text: `Hello,

${first} ${YOURS}

{{#keys}}
${keyText(WORDS)}
{{/keys}}
${HOW_TO}

${ORDER}
${portalText(WORDS)}

{{vendor}}
`,
  html: page(
    WORDS,
    title,
    `<p>${inHtml}${YOURS}</p>
{{#keys}}
${keyCard(WORDS)}
{{/keys}}
<p>${HOW_TO}</p>
${portalButton(WORDS)}
<p class="small">${ORDER}</p>`,
  ),
});

const oneKey = (subject: string, title: string, said: string): Letter => ({
  subject,
  text: `Hello,

${said}

{{#key}}
${keyText(WORDS)}
{{/key}}
${portalText(WORDS)}

{{vendor}}
`,
  html: page(WORDS, title, `<p>${said}</p>\n{{#key}}\n${keyCard(WORDS)}\n{{/key}}\n${portalButton(WORDS)}`),
});

const code = (
  subject: string,
  title: string,
  said: string,
  button: string,
  time: string,
  otherwise: string,
): Letter => ({
  subject,
  text: `Hello,

${said}

{{code}}

${button}: {{link}}

It is valid for ${time}. ${otherwise}

{{vendor}}
`,
  html: page(
    WORDS,
    title,
    `<p>${said}</p>
<p class="code">{{code}}</p>
<p><a class="button" href="{{link}}">${button}</a></p>
<p class="small">It is valid for ${time}. ${otherwise}</p>`,
  ),
});

const LEFT = '{{#isOneDay}}tomorrow{{/isOneDay}}{{^isOneDay}}in {{days}} days{{/isOneDay}}';
const GRACE = '{{#grace}} It still works until {{grace}}.{{/grace}}';
const REFUNDED =
  'Your payment was refunded. {{#isOne}}This license key has{{/isOne}}{{^isOne}}These license keys have{{/isOne}} been switched off and cannot be used any more.';

/** The default emails in English. */
export const ENGLISH: Readonly<Record<MailKind, Letter>> = {
  delivered: keys(`Your ${KEYS} for {{products}}`, 'Thank you for your order', 'Thank you for your order.', ''),
  resend: keys(`Your ${KEYS} for {{products}}`, `Your ${KEYS}`, 'As asked for, once more:'),
  expiring: oneKey(
    `Your license for {{key.product}} ends ${LEFT}`,
    `Your license ends ${LEFT}`,
    `Your license for {{key.product}} ends ${LEFT}, on {{key.expires}}. Renew it in time, and the program goes on without a break.`,
  ),
  expired: oneKey(
    'Your license for {{key.product}} has ended',
    'Your license has ended',
    `Your license for {{key.product}} ended on {{key.expires}}.${GRACE} Renew it to go on using the program; the license key stays the same.`,
  ),
  refunded: {
    subject: 'Your refund for {{products}}',
    text: `Hello,

${REFUNDED}

{{#keys}}
{{product}}{{#plan}}, {{plan}}{{/plan}}
{{key}}

{{/keys}}
${ORDER}

{{vendor}}
`,
    html: page(
      WORDS,
      'Your payment was refunded',
      `<p>${REFUNDED}</p>
{{#keys}}
<div class="key"><strong>{{product}}</strong>{{#plan}}<span class="small">{{plan}}</span>{{/plan}}<code>{{key}}</code></div>
{{/keys}}
<p class="small">${ORDER}</p>`,
    ),
  },
  portalCode: code(
    '{{code}} is your code for {{vendor}}',
    'Your code to sign in',
    'Enter this code to sign in and see your licenses:',
    'Or sign in here',
    '{{minutes}} minutes',
    'If you did not ask for it, ignore this email: nobody can sign in without it.',
  ),
  addressChange: code(
    'Confirm your new email address',
    'Confirm your new email address',
    'Your licenses are to belong to the email address {{newAddress}} from now on. Enter this code to confirm it:',
    'Or confirm it here',
    '{{hours}} hours',
    'If you did not ask for it, ignore this email: nothing changes without it.',
  ),
};
