import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { plainHost } from '../addresses/host';

export interface PortalSettings {
  /** Public URL, without a trailing slash. */
  readonly url: URL;
  /** Path prefix of its pages: empty on a host of its own. */
  readonly path: string;
  /** The vendor's name; undefined for none. */
  readonly name: string | undefined;
  readonly logo: PortalLogo | undefined;
  /** As #rrggbb in lower case. */
  readonly color: string;
  /** How many devices of a license key a customer may release in 30 days, unless the plan sets it; 0 for none. */
  readonly releases: number;
}

/** Warning for operators. */
export const PORTAL_WITHOUT_MAIL =
  "customers can't sign in to the portal by email, as no emails are sent; set SMTP_URL and MAIL_FROM.";

interface PortalLogo {
  readonly type: string;
  readonly bytes: Buffer;
}

const COLOR = '1d4ed8';
const RELEASES = 3;
const MOST_LOGO_BYTES = 200_000;
const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

type Read = <T>(name: string, fallback: T | undefined, parse: (text: string) => T) => T | undefined;

/** All settings of the portal; undefined while it is off. */
export function readPortal(read: Read): PortalSettings | undefined {
  const url = read('PORTAL_URL', undefined, parsePortalUrl);
  const given = {
    name: read('PORTAL_NAME', undefined, parseName),
    logo: read('PORTAL_LOGO', undefined, readLogo),
    color: read('PORTAL_COLOR', `#${COLOR}`, parseColor) ?? `#${COLOR}`,
    releases: read('PORTAL_RELEASES', RELEASES, parseReleases) ?? RELEASES,
  };
  if (url === undefined) return undefined;
  return { url, path: url.pathname === '/' ? '' : url.pathname, ...given };
}

/** Whether clients that send this `Host` get the portal alone. A port counts only if `PORTAL_URL` has one. */
export function isHostOf({ url, path }: PortalSettings, host: string): boolean {
  if (path !== '' || plainHost(host) !== plainHost(url.host)) return false;
  return url.port === '' || host.endsWith(`:${url.port}`);
}

/** A portal without a path must have its own host. */
export function checkPlaceOf(
  { portal, publicUrl }: { readonly portal: PortalSettings | undefined; readonly publicUrl: string | undefined },
  report: (name: string, problem: string) => void,
): void {
  if (!portal || publicUrl === undefined || !isHostOf(portal, new URL(publicUrl).host)) return;
  const example = `${portal.url.origin}/portal`;
  report('PORTAL_URL', `is the host of PUBLIC_URL; give the portal a path, such as ${example}, or a host of its own.`);
}

function parsePortalUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new Error(
      `"${text}" is not the address of a site; use one such as https://license.example.com or https://keys.example.com/portal.`,
    );
  const path = url.pathname.replace(/\/$/, '');
  // It is used in pages, cookies and headers.
  if (!/^(?:\/[\w.~-]+)*$/.test(path))
    throw new Error(`"${text}" has a path with other characters than letters, digits and ".~_-".`);
  return new URL(url.origin + path);
}

function parseName(text: string): string {
  if (text.length > 60 || /[\p{Cc}\p{Cs}]/u.test(text)) throw new Error('must be a name of at most 60 characters.');
  return text;
}

/** With or without "#", which starts a comment in some settings files. */
function parseColor(text: string): string {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) throw new Error(`"${text}" is not a colour; use six hexadecimal digits such as ${COLOR}.`);
  return `#${digits.toLowerCase()}`;
}

function parseReleases(text: string): number {
  if (!/^(?:0|[1-9]\d{0,3})$/.test(text))
    throw new Error(`"${text}" is not a number of releases; use one from 0, for none, to 9999.`);
  return Number(text);
}

function readLogo(file: string): PortalLogo {
  const type = LOGO_TYPES[extname(file).toLowerCase()];
  if (type === undefined)
    throw new Error(`"${file}" is no picture; name a file that ends in .svg, .png, .jpg or .webp.`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new Error(`"${file}" can't be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`, {
      cause: error,
    });
  }
  if (bytes.length > MOST_LOGO_BYTES) throw new Error(`"${file}" has more than ${MOST_LOGO_BYTES / 1000} kB.`);
  return { type, bytes };
}
