import { html } from '../html/html';
import { type Forms, hidden, type PortalPage } from '../html/portal-pages';
import type { Texts } from '../texts/texts';
import type { KeyOutline } from '../view/key-outlines';

export function replacePage(texts: Texts, { path, formToken }: Forms, key: KeyOutline, graceHours: number): PortalPage {
  const { replace } = texts;
  const body = html`<p><a href="${path}/keys/${key.id}">&larr; ${texts.key.license(key.product)}</a></p>
    <h1>${replace.title}</h1>
    <p class="lead">${replace.lead}</p>
    <section class="card">
      <p class="key">${key.shortKey}</p>
      <ul>
        ${replace.points(graceHours).map((point) => html`<li>${point}</li>`)}
      </ul>
      <form method="post" action="${path}/keys/${key.id}/replace">
        ${hidden(formToken)}
        <div class="buttons">
          <button>${replace.confirm}</button><a class="button plain" href="${path}/keys/${key.id}">${replace.cancel}</a>
        </div>
      </form>
    </section>`;
  return { title: replace.title, body, isNarrow: true };
}
