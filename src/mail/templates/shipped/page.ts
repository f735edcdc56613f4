/** Phrases that several emails of a language share. */
export interface Words {
  readonly language: string;
  readonly oneDevice: string;
  /** With `{{seats}}`. */
  readonly devices: string;
  /** With `{{expires}}`. */
  readonly validUntil: string;
  /** Marks a key that was sold in a test. */
  readonly testKey: string;
  /** Text of the button to the portal. */
  readonly manage: string;
  /** Who sent it, and why; with `{{vendor}}`. */
  readonly footer: string;
}

const STYLE = `
  body { margin: 0; padding: 24px 12px; background: #f3f4f6; color: #1f2933; }
  body, td { font: 16px/1.5 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  .card { max-width: 560px; margin: 0 auto; padding: 28px; background: #ffffff; border: 1px solid #e1e5ea; border-radius: 10px; }
  .vendor { margin: 0 0 20px; font-weight: 600; color: #52606d; }
  h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; }
  p { margin: 0 0 16px; }
  .key { margin: 0 0 16px; padding: 16px; background: #f7f9fb; border: 1px solid #d5dce4; border-radius: 8px; }
  .key strong { display: block; }
  .key code, .code { font-family: ui-monospace, Menlo, Consolas, monospace; color: #102a43; }
  .key code { display: block; margin: 8px 0; font-size: 17px; overflow-wrap: anywhere; -webkit-user-select: all; user-select: all; }
  .code { margin: 0 0 16px; font-size: 30px; letter-spacing: 2px; font-weight: 600; }
  .small { font-size: 14px; color: #52606d; }
  .button { display: inline-block; padding: 11px 20px; background: #1f5fbf; border-radius: 6px; color: #ffffff; font-weight: 600; text-decoration: none; }
  .footer { max-width: 560px; margin: 16px auto 0; font-size: 13px; color: #616e7c; }
  @media (max-width: 420px) { .card { padding: 20px; } }
  @media (prefers-color-scheme: dark) {
    body { background: #14181d; color: #e4e7eb; }
    .card { background: #1d232a; border-color: #333c46; }
    .key { background: #262e37; border-color: #3e4954; }
    .key code, .code { color: #ffffff; }
    .vendor, .small, .footer { color: #a6b1bd; }
    .button { background: #2f6fd0; }
  }`;

/** A complete HTML email around its content. */
export function page({ language, footer }: Words, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${STYLE}
</style>
</head>
<body>
<div class="card">
<p class="vendor">{{vendor}}</p>
<h1>${title}</h1>
${content.trim()}
</div>
<p class="footer">${footer}</p>
</body>
</html>
`;
}

/** A license key; the template must be in its context. */
export const keyCard = ({ devices, oneDevice, validUntil, testKey }: Words): string => `<div class="key">
<strong>{{product}}</strong>{{#plan}}<span class="small">{{plan}}</span>{{/plan}}
<code>{{key}}</code>
<span class="small">{{#seats}}{{#isOneSeat}}${oneDevice}{{/isOneSeat}}{{^isOneSeat}}${devices}{{/isOneSeat}}{{/seats}}{{#seats}}{{#expires}} · {{/expires}}{{/seats}}{{#expires}}${validUntil}{{/expires}}</span>
{{#isTest}}<p class="small">${testKey}</p>{{/isTest}}
</div>`;

export const keyText = ({
  devices,
  oneDevice,
  validUntil,
  testKey,
}: Words): string => `{{product}}{{#plan}}, {{plan}}{{/plan}}
{{key}}
{{#isTest}}
${testKey}
{{/isTest}}
{{#seats}}
{{#isOneSeat}}${oneDevice}{{/isOneSeat}}{{^isOneSeat}}${devices}{{/isOneSeat}}
{{/seats}}
{{#expires}}
${validUntil}
{{/expires}}
`;

export const portalButton = ({ manage }: Words): string =>
  `{{#portalUrl}}<p><a class="button" href="{{portalUrl}}">${manage}</a></p>{{/portalUrl}}`;

export const portalText = ({ manage }: Words): string => `{{#portalUrl}}

${manage}: {{portalUrl}}
{{/portalUrl}}`;
