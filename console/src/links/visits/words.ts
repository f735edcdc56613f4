import type { By } from './use-visit-stats';

const regions = new Intl.DisplayNames('en', { type: 'region' });
const languages = new Intl.DisplayNames('en', { type: 'language' });

interface Dimension {
  /** What is counted, in a word or two. */
  readonly label: string;
  /** For visits of which it isn't known. */
  readonly unknown: string;
  readonly nameOf?: (value: string) => string;
}

const DEVICES: Readonly<Record<string, string>> = { desktop: 'Computer', mobile: 'Phone', tablet: 'Tablet', tv: 'TV' };
const ENTRIES: Readonly<Record<string, string>> = { qr: 'QR code', click: 'Click' };

/** What is known of visits, in words. */
export const DIMENSIONS: Readonly<Record<Exclude<By, 'day' | 'hour' | 'visitor'>, Dimension>> = {
  referrer: { label: 'Sites', unknown: 'Direct or unknown' },
  source: { label: 'Source', unknown: 'Not set' },
  medium: { label: 'Medium', unknown: 'Not set' },
  campaign: { label: 'Campaign', unknown: 'Not set' },
  entry: { label: 'QR code or click', unknown: 'Unknown', nameOf: (value) => ENTRIES[value] ?? value },
  domain: { label: 'Domains', unknown: 'Usual address' },
  country: { label: 'Countries', unknown: 'Unknown', nameOf: (value) => regions.of(value) ?? value },
  language: { label: 'Languages', unknown: 'Unknown', nameOf: (value) => languages.of(value) ?? value },
  device: { label: 'Devices', unknown: 'Unknown', nameOf: (value) => DEVICES[value] ?? value },
  os: { label: 'Systems', unknown: 'Unknown' },
  browser: { label: 'Browsers', unknown: 'Unknown' },
};
export type DimensionName = keyof typeof DIMENSIONS;

/** Values beyond those that are counted by themselves. */
export const OTHER = '(other)';

export function nameOfValue(by: DimensionName, value: string): string {
  const { unknown, nameOf } = DIMENSIONS[by];
  if (value === '') return unknown;
  if (value === OTHER) return 'Others';
  return nameOf?.(value) ?? value;
}
