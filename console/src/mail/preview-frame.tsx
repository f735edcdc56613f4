import { useMemo } from 'react';
import classes from './mail.module.css';

/**
 * An email's HTML in a frame of its own, in which nothing runs, is sent or leads anywhere; pictures from elsewhere stay out.
 * The console takes no styles from strangers, so those of the email are taken out and applied to the frame's document alone.
 */
export function PreviewFrame({ html }: { html: string }) {
  const { content, css } = useMemo(() => withoutStyles(html), [html]);
  return (
    <iframe
      title="Preview"
      className={classes.preview}
      // Without scripts: the same origin only lets this page reach the frame's styles.
      sandbox="allow-same-origin"
      srcDoc={content}
      onLoad={({ currentTarget: { contentDocument } }) => contentDocument && applyStyles(contentDocument, css)}
    />
  );
}

const KEPT = 'data-kept-style';

function withoutStyles(html: string): { content: string; css: string } {
  // Before it is parsed: a document that is only read takes no styles from strangers either.
  const mail = new DOMParser().parseFromString(html.replaceAll(/<(\/?)style\b/gi, '<$1template'), 'text/html');
  const sheets = [...mail.querySelectorAll('template')];
  const css = sheets.map(({ content }) => content.textContent).join('\n');
  for (const sheet of sheets) sheet.remove();
  for (const element of mail.querySelectorAll('[style]')) {
    element.setAttribute(KEPT, element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  return { content: `<!doctype html>${mail.documentElement.outerHTML}`, css };
}

function applyStyles(mail: Document, css: string): void {
  const Sheet = mail.defaultView?.CSSStyleSheet;
  if (!Sheet) return;
  const sheet = new Sheet();
  sheet.replaceSync(css);
  mail.adoptedStyleSheets = [sheet];
  for (const element of mail.querySelectorAll<HTMLElement>(`[${KEPT}]`))
    element.style.cssText = element.getAttribute(KEPT) ?? '';
}
