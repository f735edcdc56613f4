import type { Release } from '../../catalog/releases/release.entity';
import type { MeterStandingDto } from '../../licensing/meters/dto/meter-standing.dto';
import type { DeviceDto } from '../../licensing/seats/dto/device.dto';
import { html, type Html } from '../html/html';
import { type Forms, hidden, note, type PortalPage } from '../html/portal-pages';
import type { Texts } from '../texts/texts';
import type { KeyDetails } from '../view/key-details';
import type { KeyOutline } from '../view/key-outlines';
import { dateText, megabytesText, numberText } from './formats';
import { offlineCard } from './offline-cards';
import { endOf, stateBadge } from './overview-page';

/** What a license key's page shows besides the key. */
interface KeyPageState {
  /** The key in full, for a customer who asked to see it. */
  readonly shownKey?: string;
  /** Message about what was done. */
  readonly done?: string;
}

/** @param forms undefined for operators, whose view is read-only */
export function keyPage(texts: Texts, forms: Forms | undefined, key: KeyDetails, state: KeyPageState = {}): PortalPage {
  const title = texts.key.license(key.product);
  // For operators, the same address without a key.
  const body = html`<p><a href="${forms ? `${forms.path}/` : '?'}">&larr; ${texts.back}</a></p>
    <h1>${title}</h1>
    ${note(state.done)} ${keyParts(texts, forms, key, state)}`;
  return { title, body };
}

/** The sections of a license key's page. */
function keyParts(texts: Texts, forms: Forms | undefined, key: KeyDetails, state: KeyPageState = {}): Html {
  return html`${factsCard(texts, forms, key, state)}
  ${key.seats === null && key.devices.length === 0 ? undefined : devicesCard(texts, forms, key)}
  ${key.meters.length === 0 ? undefined : metersCard(texts, key.meters)}
  ${(key.isUsable && key.signsLicenses) || key.licenses.length > 0 ? offlineCard(texts, forms, key) : undefined}
  ${key.isUsable ? downloadsCard(texts, key.downloads) : undefined}
  ${forms && key.state !== 'disabled' ? html`<p><a href="${forms.path}/keys/${key.id}/replace">${texts.replace.link}</a></p>` : undefined}`;
}

function factsCard(texts: Texts, forms: Forms | undefined, key: KeyDetails, { shownKey }: KeyPageState): Html {
  const taken = key.devices.filter(({ hasSeat }) => hasSeat).length;
  const seats =
    key.seats === null || key.hasMoreDevices
      ? undefined
      : html`<dt>${texts.key.seats}</dt>
          <dd>${texts.key.taken(taken, key.seats)}</dd>`;
  const show =
    forms && shownKey === undefined
      ? html`<form method="post" action="${forms.path}/keys/${key.id}/show">
          ${hidden(forms.formToken)}<button class="plain">${texts.key.show}</button>
        </form>`
      : undefined;
  return html`<section class="card" aria-labelledby="facts">
    <div class="head">
      <h2 id="facts">${key.plan ?? key.product}</h2>
      ${stateBadge(texts, key)}
    </div>
    <dl>
      <dt>${texts.key.key}</dt>
      <dd class="key">${shownKey === undefined ? key.shortKey : html`<span class="whole">${shownKey}</span>`}</dd>
      ${endOf(texts, key)}${seats}
    </dl>
    ${show}
  </section>`;
}

function devicesCard(texts: Texts, forms: Forms | undefined, key: KeyDetails): Html {
  const { devices: words } = texts;
  const { left, most } = key.releases;
  const allowance = most === 0 ? words.off : left === 0 ? words.noneLeft(most) : words.left(left, most);
  const mayRelease = forms !== undefined && left > 0;
  const items = key.devices.map((device) => {
    const name = device.name === '' ? words.unnamed(device.id) : device.name;
    const release =
      mayRelease && device.hasSeat && device.heldUntil === undefined
        ? html`<form method="post" action="${forms.path}/keys/${key.id}/devices/${device.id}/release">
            ${hidden(forms.formToken)}<button class="plain" aria-label="${words.releaseOf(name)}">
              ${words.release}
            </button>
          </form>`
        : undefined;
    return html`<li>
      <span><strong>${name}</strong><span class="quiet">${deviceText(texts, device)}</span></span
      >${release}
    </li>`;
  });
  return html`<section class="card" aria-labelledby="devices">
    <h2 id="devices">${words.title}</h2>
    ${
      items.length === 0
        ? html`<p class="quiet">${words.none}</p>`
        : html`<p class="quiet">${allowance}</p>
            <ul class="list">
              ${items}
            </ul>`
    }
    ${key.hasMoreDevices ? html`<p class="quiet">${words.more}</p>` : undefined}
  </section>`;
}

function deviceText(texts: Texts, { hasSeat, heldUntil, lastSeen }: DeviceDto): string {
  const { devices: words } = texts;
  const seen = lastSeen === 0 ? words.neverSeen : words.lastSeen(dateText(texts, lastSeen));
  if (heldUntil !== undefined) return `${seen}, ${words.held(dateText(texts, heldUntil))}`;
  return `${seen}, ${hasSeat ? words.inUse : words.free}`;
}

function metersCard(texts: Texts, meters: readonly MeterStandingDto[]): Html {
  const { uses } = texts;
  const items = meters.map(({ name, period, used, limit, resetsAt }) => {
    const standing = `${uses.of(numberText(texts, used), numberText(texts, limit))} ${uses.periods[period]}`;
    const resets = resetsAt === undefined ? '' : `, ${uses.resets(dateText(texts, resetsAt))}`;
    return html`<li>
      <span><strong>${name}</strong><span class="quiet">${standing}${resets}</span></span>
      <progress
        aria-label="${name}"
        max="${Math.max(limit, 1)}"
        value="${Math.min(used, Math.max(limit, 1))}"
      ></progress>
    </li>`;
  });
  return html`<section class="card" aria-labelledby="uses">
    <h2 id="uses">${uses.title}</h2>
    <ul class="list">
      ${items}
    </ul>
  </section>`;
}

function downloadsCard(texts: Texts, files: readonly Release[]): Html {
  const { downloads } = texts;
  const newest = files.filter(({ versionOrder }) => versionOrder === files[0].versionOrder);
  const older = files.slice(newest.length);
  const list = (some: readonly Release[]): Html =>
    html`<ul class="list">
      ${some.map((file) => fileItem(texts, file))}
    </ul>`;
  return html`<section class="card" aria-labelledby="downloads">
    <h2 id="downloads">${downloads.title}</h2>
    ${files.length === 0 ? html`<p class="quiet">${downloads.none}</p>` : list(newest)}
    ${
      older.length === 0
        ? undefined
        : html`<details>
            <summary>${downloads.older}</summary>
            ${list(older)}
          </details>`
    }
  </section>`;
}

function fileItem(texts: Texts, { version, platform, releasedAt, size, url, notes }: Release): Html {
  const { downloads } = texts;
  const system = platform === 'any' ? downloads.anyPlatform : platform;
  const facts = [
    downloads.released(dateText(texts, releasedAt)),
    ...(size === null ? [] : [downloads.size(megabytesText(texts, size))]),
  ].join(', ');
  return html`<li>
    <span
      ><a href="${url}" rel="noreferrer"><strong>${version} &middot; ${system}</strong></a
      ><span class="quiet">${facts}</span
      >${notes === null ? undefined : html`<span class="notes">${notes}</span>`}</span
    >
  </li>`;
}

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
