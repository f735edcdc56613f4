import { locationOf, URL_LENGTH } from '../link-url';
import { QR_MARK } from '../visits/visit-facts';

/**
 * Appends the query of a visit, unless a parameter is in the URL already: visitors can't override those. Nothing is
 * appended if the URL would get too long.
 */
export function withQuery(url: string, visited: string): string {
  const place = visited.indexOf('?');
  if (place < 0) return url;
  const end = url.includes('#') ? url.indexOf('#') : url.length;
  const start = url.slice(0, end).indexOf('?');
  const own = new Set(start < 0 ? [] : new URLSearchParams(url.slice(start + 1, end)).keys());
  const added = visited
    .slice(place + 1)
    .split('&')
    .filter((pair) => pair !== '' && !isQrMark(pair) && !own.has(nameOf(pair)));
  if (added.length === 0) return url;
  const joint = start < 0 ? '?' : start + 1 === end || url[end - 1] === '&' ? '' : '&';
  const whole = `${url.slice(0, end)}${joint}${added.join('&')}${url.slice(end)}`;
  return locationOf(whole).length <= URL_LENGTH ? whole : url;
}

/** Apps and proxies that put an address together again write it with a sign of equality. */
const isQrMark = (pair: string): boolean => pair === QR_MARK || pair === `${QR_MARK}=`;

/** As a server reads it: `%75tm_source` is `utm_source`. */
const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';
