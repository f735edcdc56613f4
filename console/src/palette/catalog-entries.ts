import type { PlanDto, ProductDto, ProductReleaseDto } from '../api/schema';
import { FileBadgeIcon, HistoryIcon, PackageIcon } from '../theme/icons';
import type { Entry } from './entry';
import { excerptOf, partsFound } from './matching';
import { marked, type Search } from './search-marks';

/** Products whose name, number or description has each word: all products are there, so nobody is asked. */
export function productEntries(search: Search): Entry[] {
  const { terms, names } = search;
  return names.products
    .filter(({ id, name, description = '' }) => {
      const texts = [name, description, String(id)];
      return terms.length > 0 && terms.every((term) => texts.some((text) => partsFound(text, [term]).length > 0));
    })
    .toSorted((a, b) => Number(isCalled(b, terms)) - Number(isCalled(a, terms)))
    .map(({ id, name, description }) => ({
      id: `product ${id}`,
      icon: PackageIcon,
      ...marked(name, description === undefined ? `product ${id}` : excerptOf(description, terms), search),
      deed: { to: `/products/${id}` },
    }));
}

const isCalled = ({ name }: ProductDto, terms: readonly string[]): boolean => partsFound(name, terms).length > 0;

export function planEntry(plan: PlanDto, search: Search): Entry {
  const { id, code, name, product, trial } = plan;
  return {
    id: `plan ${id}`,
    icon: FileBadgeIcon,
    ...marked(name, `${code} · ${search.names.product(product)}`, search),
    chip: trial
      ? { word: 'Trial', tone: 'plain', why: 'Programs start it themselves, once for each device.' }
      : undefined,
    deed: { to: `/products/${product}` },
    about: { plan },
  };
}

/** Releases that are found by themselves, not by their product alone: those are on its screen. */
export const releaseEntries = (releases: readonly ProductReleaseDto[], search: Search): Entry[] =>
  releases
    .filter(({ version }) => partsFound(version, search.terms).length > 0)
    .map((release) => ({
      id: `release ${release.id}`,
      icon: HistoryIcon,
      ...marked(release.version, `${detailOf(release)} · ${search.names.product(release.product)}`, search),
      seenAt: release.releasedAt,
      deed: { to: `/products/${release.product}` },
      about: { release },
    }));

const detailOf = ({ channel, platform }: ProductReleaseDto): string =>
  platform === 'any' ? channel : `${channel}, ${platform}`;
