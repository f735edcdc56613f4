import { html, type Html } from '../html/html';
import { type Forms, hidden, note, type PortalPage } from '../html/portal-pages';
import type { LinkState } from '../sign-in/portal-sign-in.service';
import type { Texts } from '../texts/texts';

const form = ({ path, formToken }: Forms, action: string, body: Html): Html =>
  html`<form method="post" action="${path}/${action}">${hidden(formToken)}${body}</form>`;

export function signInPage(texts: Texts, forms: Forms, hasMail: boolean, problem?: string, typed = ''): PortalPage {
  const { signIn } = texts;
  const fields = html`<label for="email">${signIn.email}</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="email"
      required
      maxlength="254"
      value="${typed}"
      ${problem === signIn.wrongEmail ? html` aria-invalid="true" aria-describedby="problem"` : undefined}
    />
    <button>${signIn.send}</button>`;
  const body = html`<h1>${signIn.title}</h1>
    <div id="problem">${note(problem, true)}</div>
    ${
      hasMail
        ? html`<p class="lead">${signIn.lead}</p>
            <div class="card">${form(forms, 'sign-in', fields)}</div>`
        : note(signIn.noMail)
    }`;
  return {
    title: signIn.title,
    body,
    isNarrow: true,
    status: problem === undefined || problem === signIn.ended ? 200 : 400,
  };
}

export function codePage(texts: Texts, forms: Forms, email: string, minutes: number, isWrong: boolean): PortalPage {
  const { code } = texts;
  const fields = html`<label for="code">${code.label}</label>
    <input
      class="code"
      id="code"
      name="code"
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
      required
      maxlength="20"
      ${isWrong ? html` aria-invalid="true" aria-describedby="problem"` : undefined}
    />
    <div><button>${code.enter}</button></div>`;
  const body = html`<h1>${code.title}</h1>
    <p>${code.sent(email, minutes)}</p>
    <div id="problem">${note(isWrong ? code.wrong : undefined, true)}</div>
    <div class="card">${form(forms, 'code', fields)}</div>
    <p class="quiet">${code.sameBrowser} ${code.hint}</p>
    <p><a href="${forms.path}/">${code.again}</a></p>`;
  return { title: code.title, body, isNarrow: true, status: isWrong ? 400 : 200 };
}

export function linkPage(texts: Texts, forms: Forms, state: LinkState, token: string): PortalPage {
  const { link, code } = texts;
  if (state === 'usable') {
    const fields = html`<input type="hidden" name="token" value="${token}" /><button>${link.enter}</button>`;
    const body = html`<h1>${link.title}</h1>
      <p class="lead">${link.lead}</p>
      ${form(forms, 'link', fields)}`;
    return { title: link.title, body, isNarrow: true };
  }
  const body = html`<h1>${link.title}</h1>
    ${note(state === 'over' ? link.over : link.otherBrowser, true)}
    <p><a class="button" href="${forms.path}/">${code.again}</a></p>`;
  return { title: link.title, body, isNarrow: true, status: state === 'over' ? 410 : 403 };
}
