import { html, type Html } from '../html/html';
import { note, type PortalPage } from '../html/portal-pages';
import type { Texts } from '../texts/texts';
import type { KeyOutline } from '../view/key-outlines';
import { dateText } from './formats';

export interface Overview {
  readonly keys: readonly KeyOutline[];
  readonly next?: number;
  /** Undefined after signing in by a shop's link. */
  readonly email: string | undefined;
}

/** The links of an overview. */
export interface OverviewLinks {
  readonly keyOf: (id: number) => string;
  readonly keysAfter: (id: number) => string;
}

export function overviewPage(
  texts: Texts,
  path: string,
  { keys, next, email }: Overview,
  { keyOf, keysAfter }: OverviewLinks = {
    keyOf: (id) => `${path}/keys/${id}`,
    keysAfter: (id) => `${path}/?after=${id}`,
  },
): PortalPage {
  const { overview } = texts;
  const body = html`<h1>${texts.title}</h1>
    ${email === undefined ? undefined : html`<p class="quiet">${overview.signedInAs(email)} &middot; <a href="${path}/address">${overview.changeAddress}</a></p>`}
    ${keys.length === 0 ? note(overview.none) : keys.map((key) => outlineCard(texts, key, html`<a class="button plain" href="${keyOf(key.id)}">${overview.details}<span class="hide">: ${key.product}, ${key.shortKey}</span></a>`))}
    ${next === undefined ? undefined : html`<p><a href="${keysAfter(next)}">${overview.more}</a></p>`}`;
  return { title: texts.title, body };
}

function outlineCard(texts: Texts, key: KeyOutline, action: Html): Html {
  // Includes the key: two keys of one product would have the same label.
  return html`<section class="card" aria-labelledby="key-${key.id} short-${key.id}">
    <div class="head">
      <h2 id="key-${key.id}">
        ${key.product}${key.plan === undefined ? undefined : html` <span class="quiet">${key.plan}</span>`}
      </h2>
      ${stateBadge(texts, key)}
    </div>
    <dl>
      <dt>${texts.key.key}</dt>
      <dd class="key" id="short-${key.id}">${key.shortKey}</dd>
      ${endOf(texts, key)}
    </dl>
    ${action}
  </section>`;
}

export function stateBadge(texts: Texts, { state, isUsable }: KeyOutline): Html {
  const kind = isUsable ? 'good' : 'bad';
  return html`<span class="badge ${kind}">${texts.key.states[state]}</span>`;
}

/** When it ends, and when its updates do. */
export function endOf(texts: Texts, { expiresAt, passesUntil, updatesUntil, state }: KeyOutline): Html {
  const { key } = texts;
  const end =
    state === 'unused' && expiresAt === null
      ? key.fromFirstUse
      : expiresAt === null
        ? key.never
        : dateText(texts, expiresAt);
  const grace =
    state === 'grace' && passesUntil !== null ? html` (${key.passesUntil(dateText(texts, passesUntil))})` : undefined;
  const updates = updatesUntil === null ? key.allUpdates : dateText(texts, updatesUntil);
  return html`<dt>${key.expires}</dt>
    <dd>${end}${grace}</dd>
    <dt>${key.updates}</dt>
    <dd>${updates}</dd>`;
}
