import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { isOwnPath } from '../routes/own-paths';

export interface Page {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly links?: readonly { readonly href: string; readonly text: string }[];
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:1rem/1.6 system-ui,sans-serif;background:#f6f7f9;color:#1c2430}
main{box-sizing:border-box;width:100%;max-width:34rem;padding:2rem 1.5rem;overflow-wrap:anywhere}
h1{margin:0 0 .75rem;font-size:1.6rem;line-height:1.25}
p{margin:0 0 .75rem}
a{color:#0b57b0}
@media (prefers-color-scheme:dark){body{background:#14181f;color:#e4e8ee}a{color:#8ab8ff}}`;

const CONTENT_SECURITY_POLICY = `default-src 'none';style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;

/** No browser sends a longer header, and parsing one would take milliseconds. */
const ACCEPT_LIMIT = 1000;

/** Whether a browser follows a link. Programs ask for JSON or anything, and the service's own paths send no pages. */
export function prefersPage(request: Request): boolean {
  const { accept = '' } = request.headers;
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (accept.length > ACCEPT_LIMIT || isOwnPath(request.path)) return false;
  return request.accepts(['json', 'html']) === 'html';
}

/** Set the status and caching headers first. */
export function sendPage(response: Response, page: Page): void {
  response.set({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': CONTENT_SECURITY_POLICY });
  response.send(toHtml(page));
}

function toHtml({ title, sentences, links = [] }: Page): string {
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
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
