import type { MailKind } from '../../outbox/mail-kinds';
import type { Letter } from '../letter';
import { keyCard, keyText, page, portalButton, portalText, type Words } from './page';

const WORDS: Words = {
  language: 'de',
  oneDevice: 'Für ein Gerät',
  devices: 'Für {{seats}} Geräte',
  validUntil: 'Gültig bis {{expires}}',
  testKey: 'Ein Testschlüssel: Er gilt nur, wo Testschlüssel angenommen werden.',
  manage: 'Ihre Lizenzen ansehen und verwalten',
  footer: 'Diese Mail erhalten Sie von {{vendor}} wegen Ihrer Bestellung oder Lizenz.',
};

const HOW_TO =
  'Kopieren Sie den ganzen Schlüssel, öffnen Sie das Programm und fügen Sie ihn dort ein, wo es nach einem Lizenzschlüssel fragt. Bewahren Sie diese Mail auf: Sie ist der Nachweis Ihrer Lizenz.';
const ORDER =
  '{{#orderNumber}}Bestellung: {{orderNumber}}{{/orderNumber}}{{#invoice}}{{#orderNumber}} · {{/orderNumber}}Rechnung: {{invoice}}{{/invoice}}';
const YOURS = '{{#isOne}}Hier ist Ihr Lizenzschlüssel:{{/isOne}}{{^isOne}}Hier sind Ihre Lizenzschlüssel:{{/isOne}}';

const keys = (title: string, first: string, inHtml = `${first} `): Letter => ({
  subject: '{{#isOne}}Ihr{{/isOne}}{{^isOne}}Ihre{{/isOne}} Lizenzschlüssel für {{products}}',
  text: `Guten Tag,

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
  text: `Guten Tag,

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
  text: `Guten Tag,

${said}

{{code}}

${button}: {{link}}

Er gilt ${time} lang. ${otherwise}

{{vendor}}
`,
  html: page(
    WORDS,
    title,
    `<p>${said}</p>
<p class="code">{{code}}</p>
<p><a class="button" href="{{link}}">${button}</a></p>
<p class="small">Er gilt ${time} lang. ${otherwise}</p>`,
  ),
});

const LEFT = '{{#isOneDay}}morgen{{/isOneDay}}{{^isOneDay}}in {{days}} Tagen{{/isOneDay}}';
const GRACE = '{{#grace}} Sie können das Programm noch bis {{grace}} nutzen.{{/grace}}';
const REFUNDED =
  'Ihre Zahlung wurde erstattet. {{#isOne}}Dieser Lizenzschlüssel ist{{/isOne}}{{^isOne}}Diese Lizenzschlüssel sind{{/isOne}} abgeschaltet und nicht mehr nutzbar.';

/** The default emails in German. */
export const GERMAN: Readonly<Record<MailKind, Letter>> = {
  delivered: keys('Vielen Dank für Ihre Bestellung', 'Vielen Dank für Ihre Bestellung.', ''),
  resend: keys(
    '{{#isOne}}Ihr{{/isOne}}{{^isOne}}Ihre{{/isOne}} Lizenzschlüssel',
    'Sie wollten Ihre Lizenz noch einmal zugesandt bekommen.',
  ),
  expiring: oneKey(
    `Ihre Lizenz für {{key.product}} endet ${LEFT}`,
    `Ihre Lizenz endet ${LEFT}`,
    `Ihre Lizenz für {{key.product}} endet ${LEFT}, am {{key.expires}}. Verlängern Sie sie rechtzeitig, und das Programm läuft ohne Unterbrechung weiter.`,
  ),
  expired: oneKey(
    'Ihre Lizenz für {{key.product}} ist abgelaufen',
    'Ihre Lizenz ist abgelaufen',
    `Ihre Lizenz für {{key.product}} ist am {{key.expires}} abgelaufen.${GRACE} Verlängern Sie sie, um das Programm weiter zu nutzen; der Lizenzschlüssel bleibt derselbe.`,
  ),
  refunded: {
    subject: 'Ihre Erstattung für {{products}}',
    text: `Guten Tag,

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
      'Ihre Zahlung wurde erstattet',
      `<p>${REFUNDED}</p>
{{#keys}}
<div class="key"><strong>{{product}}</strong>{{#plan}}<span class="small">{{plan}}</span>{{/plan}}<code>{{key}}</code></div>
{{/keys}}
<p class="small">${ORDER}</p>`,
    ),
  },
  portalCode: code(
    '{{code}} ist Ihr Code für {{vendor}}',
    'Ihr Code zur Anmeldung',
    'Geben Sie diesen Code ein, um sich anzumelden und Ihre Lizenzen zu sehen:',
    'Oder hier anmelden',
    '{{minutes}} Minuten',
    'Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Ohne ihn kann sich niemand anmelden.',
  ),
  addressChange: code(
    'Bestätigen Sie Ihre neue E‑Mail‑Adresse',
    'Bestätigen Sie Ihre neue E‑Mail‑Adresse',
    'Ihre Lizenzen sollen künftig zur E‑Mail‑Adresse {{newAddress}} gehören. Geben Sie diesen Code ein, um das zu bestätigen:',
    'Oder hier bestätigen',
    '{{hours}} Stunden',
    'Wenn Sie das nicht wollten, ist nichts zu tun: Ohne ihn ändert sich nichts.',
  ),
};
