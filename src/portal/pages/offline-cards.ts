import { drawQrCode } from '../../platform/qr-codes/qr-code';
import { Html, html } from '../html/html';
import { type Forms, hidden, note, type PortalPage } from '../html/portal-pages';
import type { Texts } from '../texts/texts';
import type { KeyDetails } from '../view/key-details';
import { dateText } from './formats';

/** The API's default. */
const DAYS = 30;
const QR_SIZE = 320;
/** What fits a QR code. */
const MOST_IN_CODE = 1000;

/** Offline licenses of a key, and the form for another one. @param forms undefined for operators */
export function offlineCard(texts: Texts, forms: Forms | undefined, key: KeyDetails): Html {
  const { offline } = texts;
  const now = Date.now();
  const items = key.licenses.map(({ createdAt, exp }) => {
    const [issued, end] = [dateText(texts, createdAt), dateText(texts, 1000 * exp)];
    return html`<li>
      <span class="quiet">${1000 * exp > now ? offline.until(issued, end) : offline.ended(issued, end)}</span>
    </li>`;
  });
  return html`<section class="card" aria-labelledby="offline">
    <h2 id="offline">${offline.title}</h2>
    ${key.isUsable && key.signsLicenses ? requestForm(texts, forms, key.id) : undefined}
    ${
      items.length === 0
        ? undefined
        : html`<h3>${offline.issued}</h3>
            <ul class="list">
              ${items}
            </ul>`
    }
  </section>`;
}

function requestForm(texts: Texts, forms: Forms | undefined, keyId: number): Html {
  const { offline } = texts;
  const lead = html`<p class="quiet">${offline.lead(DAYS)}</p>`;
  if (!forms) return lead;
  return html`${lead}
    <form method="post" enctype="multipart/form-data" action="${forms.path}/keys/${keyId}/license">
      ${hidden(forms.formToken)}
      <label for="request">${offline.request}</label>
      <textarea
        id="request"
        name="request"
        rows="4"
        maxlength="4096"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        aria-describedby="request-hint"
      ></textarea>
      <p class="quiet" id="request-hint">${offline.requestHint}</p>
      <label for="file">${offline.file}</label>
      <input id="file" name="file" type="file" accept=".txt,.klr,text/plain" />
      <div class="buttons">
        <button name="as" value="page">${offline.create}</button
        ><button class="plain" name="as" value="file">${offline.download}</button>
      </div>
    </form>`;
}

/** An offline license that was just issued. */
export function licensePage(texts: Texts, path: string, keyId: number, license: string): PortalPage {
  const { offline } = texts;
  const code = license.length <= MOST_IN_CODE ? inlineSvg(drawQrCode(license, 'svg', QR_SIZE) as string) : undefined;
  const body = html`<p><a href="${path}/keys/${keyId}">&larr; ${texts.back}</a></p>
    <h1>${offline.done}</h1>
    ${note(offline.doneLead)}
    <section class="card">
      <label for="license">${offline.token}</label>
      <textarea id="license" rows="8" readonly spellcheck="false">${license}</textarea>
      ${
        code &&
        html`<h2>${offline.scan}</h2>
          <div class="qr" role="img" aria-label="${offline.scan}">${code}</div>`
      }
    </section>`;
  return { title: offline.done, body };
}

/** Inline SVG has no XML declaration. */
const inlineSvg = (svg: string): Html => new Html(svg.replace(/^<\?xml[^>]*>\s*/, ''));
