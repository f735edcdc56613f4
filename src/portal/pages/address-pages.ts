import { html, type Html } from '../html/html';
import { type Forms, hidden, note, type PortalPage } from '../html/portal-pages';
import { CHANGE_HOURS, type PendingChange } from '../address/address-changes.service';
import type { Texts } from '../texts/texts';

/** Feedback after a form was sent. */
export interface AddressNote {
  readonly good?: string;
  readonly bad?: string;
}

export function addressPage(
  texts: Texts,
  forms: Forms,
  email: string,
  pending: PendingChange | undefined,
  said: AddressNote = {},
): PortalPage {
  const { address } = texts;
  const body = html`<p><a href="${forms.path}/">&larr; ${texts.back}</a></p>
    <h1>${address.title}</h1>
    ${note(said.bad, true)}${note(said.good)}
    <p>${address.current(email)}</p>
    ${pending ? pendingCard(texts, forms, pending) : undefined}
    <p class="lead">${address.lead}</p>
    <div class="card">
      <form method="post" action="${forms.path}/address">
        ${hidden(forms.formToken)}
        <label for="email">${address.email}</label>
        <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" />
        <button>${address.send}</button>
      </form>
    </div>`;
  return { title: address.title, body, isNarrow: true, status: said.bad === undefined ? 200 : 400 };
}

function pendingCard(texts: Texts, { path, formToken }: Forms, pending: PendingChange): Html {
  const { address } = texts;
  return html`<section class="card">
    <p>${address.pending(pending.from, pending.to, CHANGE_HOURS)}</p>
    ${pending.isFromConfirmed ? html`<p class="good">${address.oldConfirmed}</p>` : undefined}
    ${pending.isToConfirmed ? html`<p class="good">${address.newConfirmed}</p>` : undefined}
    <form method="post" action="${path}/address/code">
      ${hidden(formToken)}
      <label for="code">${address.code}</label>
      <input
        class="code"
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        required
        maxlength="20"
      />
      <div><button>${address.confirm}</button></div>
    </form>
  </section>`;
}

/** Opened by the link in an email; only its button confirms. */
export function confirmPage(texts: Texts, forms: Forms, pending: PendingChange, token: string): PortalPage {
  const { address } = texts;
  const body = html`<h1>${address.confirmTitle}</h1>
    <p>${address.confirmLead(pending.from, pending.to)}</p>
    <form method="post" action="${forms.path}/address/confirm">
      ${hidden(forms.formToken)} <input type="hidden" name="token" value="${token}" /><button>
        ${address.confirm}
      </button>
    </form>`;
  return { title: address.confirmTitle, body, isNarrow: true };
}

export function confirmedPage(texts: Texts, path: string, said: AddressNote): PortalPage {
  const { address, errors } = texts;
  const body = html`<h1>${address.confirmTitle}</h1>
    ${note(said.bad, true)}${note(said.good)}
    <p><a class="button" href="${path}/">${errors.start}</a></p>`;
  return { title: address.confirmTitle, body, isNarrow: true, status: said.bad === undefined ? 200 : 410 };
}
