import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { isOwnPath } from '../routes/own-paths';
import { escapeHtml } from './escape-html';

export interface Page {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly links?: readonly { readonly href: string; readonly text: string }[];
  /** Meta tags for programs; missing values are omitted. */
  readonly meta?: Readonly<Record<'properties' | 'names', Readonly<Record<string, string | undefined>>>>;
  /** Message after the form was sent. */
  readonly alert?: string;
  readonly form?: PageForm;
}

/** A form for a password, sent to the page's own address. Works without scripts. */
interface PageForm {
  readonly password: { readonly name: string; readonly label: string };
  /** Hidden fields, by name. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly submit: string;
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:1rem/1.6 system-ui,sans-serif;background:#f6f7f9;color:#1c2430}
main{box-sizing:border-box;width:100%;max-width:34rem;padding:2rem 1.5rem;overflow-wrap:anywhere}
h1{margin:0 0 .75rem;font-size:1.6rem;line-height:1.25}
p{margin:0 0 .75rem}
a{color:#0b57b0}
form{display:grid;gap:.5rem;max-width:20rem}
input,button{font:inherit;padding:.5rem .75rem;border:1px solid #8a94a3;border-radius:.375rem;background:inherit;color:inherit}
button{background:#0b57b0;border-color:#0b57b0;color:#fff;cursor:pointer}
[role=alert]{font-weight:600;color:#b3261e}
@media (prefers-color-scheme:dark){body{background:#14181f;color:#e4e8ee}a{color:#8ab8ff}[role=alert]{color:#ffb4ab}}`;

const policy = (formAction: string): string =>
  `default-src 'none';style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}';base-uri 'none';form-action ${formAction};frame-ancestors 'none'`;

const FOR_TEXT = policy("'none'");
/** Browsers apply the form's policy to the redirect after it, wherever that leads. */
const FOR_FORMS = policy('http: https:');

/** No browser sends a longer header, and parsing one would take milliseconds. */
export const ACCEPT_LIMIT = 1000;

/** Whether a browser follows a link. Programs ask for JSON or anything, and the service's own paths serve no pages. */
export function prefersPage(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return !isOwnPath(request.path) && acceptsPage(request);
}

/** Whether the client prefers a page to JSON. */
export function acceptsPage(request: Request): boolean {
  const { accept = '' } = request.headers;
  return accept.length <= ACCEPT_LIMIT && request.accepts(['json', 'html']) === 'html';
}

/** Set the status and caching headers first. */
export function sendPage(response: Response, page: Page): void {
  response.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': page.form ? FOR_FORMS : FOR_TEXT,
  });
  response.send(toHtml(page));
}

function toHtml({ title, sentences, links = [], meta, alert, form }: Page): string {
  const paragraphs = [
    ...sentences.map(escapeHtml),
    ...links.map(({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${meta ? metaHtml('property', meta.properties) + metaHtml('name', meta.names) : ''}<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${alert === undefined ? '' : `<p role="alert">${escapeHtml(alert)}</p>\n`}${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}${form ? formHtml(form) : ''}
</main>
</body>
</html>
`;
}

function metaHtml(kind: 'property' | 'name', values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `<meta ${kind}="${escapeHtml(name)}" content="${escapeHtml(value)}">\n`)
    .join('');
}

function formHtml({ password, hidden, submit }: PageForm): string {
  const kept = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `
<form method="post">
${kept.join('')}<label for="password">${escapeHtml(password.label)}</label>
<input id="password" type="password" name="${escapeHtml(password.name)}" required autofocus autocomplete="off">
<button>${escapeHtml(submit)}</button>
</form>`;
}
