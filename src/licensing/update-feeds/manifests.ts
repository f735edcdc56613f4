import type { Release } from '../../catalog/releases/release.entity';
import { escapeHtml } from '../../platform/http/answers/escape-html';
import { comparableVersion, semanticVersion } from '../../platform/versions/version-order';

/** What updaters need of a release. */
export type Offered = Pick<Release, 'version' | 'releasedAt' | 'url' | 'sha1' | 'size' | 'signature' | 'notes'>;

interface Manifest {
  readonly contentType: string;
  readonly body: string;
}

export interface Format {
  /** Fields without which the updater ignores a release. */
  readonly needs: readonly ('sha1' | 'signature' | 'size')[];
  /** @returns undefined for a response without content */
  write(release: Offered | undefined): Manifest | undefined;
}

export type FormatName = 'tauri' | 'sparkle' | 'squirrel' | 'wordpress';

/** The manifest formats of updaters. */
export const FORMATS: Readonly<Record<FormatName, Format>> = {
  tauri: {
    needs: ['signature'],
    write: json(({ version, url, signature, notes, releasedAt }) => ({
      version: semanticVersion(version),
      url,
      signature,
      notes: notes ?? undefined,
      pub_date: isoTime(releasedAt),
    })),
  },
  sparkle: { needs: ['signature', 'size'], write: appcast },
  squirrel: {
    needs: [],
    write: json(({ version, url, notes, releasedAt }) => ({
      url,
      name: version,
      notes: notes ?? undefined,
      pub_date: isoTime(releasedAt),
    })),
  },
  wordpress: {
    needs: [],
    write: json(({ version, url, notes, releasedAt }) => ({
      version: comparableVersion(version),
      new_version: comparableVersion(version),
      url,
      package: url,
      last_updated: isoTime(releasedAt),
      sections: notes === null ? undefined : { changelog: escaped(notes).replaceAll('\n', '<br>') },
    })),
  },
};

/**
 * The file RELEASES of Squirrel.Windows: one line per package with SHA-1, file and size. Squirrel compares versions
 * itself, and takes an empty file for a broken one.
 */
export const SQUIRREL_WINDOWS: Format = {
  needs: ['sha1', 'size'],
  write: (release) =>
    release && {
      contentType: 'text/plain; charset=utf-8',
      // "#" starts a comment.
      body: `${release.sha1} ${release.url.replace(/#.*/, '')} ${release.size}\n`,
    },
};

function json(write: (release: Offered) => object): Format['write'] {
  return (release) =>
    release && { contentType: 'application/json; charset=utf-8', body: JSON.stringify(write(release)) };
}

/** Sparkle compares versions itself: an empty channel has nothing new. */
function appcast(release: Offered | undefined): Manifest {
  const items = release ? [itemOf(release)] : [];
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle">',
    '<channel>',
    '<title>Releases</title>',
    ...items,
    '</channel>',
    '</rss>',
  ];
  return { contentType: 'application/xml; charset=utf-8', body: `${lines.join('\n')}\n` };
}

function itemOf({ version, releasedAt, url, size, signature, notes }: Offered): string {
  const text = escaped(comparableVersion(version));
  return [
    '<item>',
    `<title>${text}</title>`,
    `<pubDate>${new Date(releasedAt).toUTCString()}</pubDate>`,
    `<sparkle:version>${text}</sparkle:version>`,
    `<sparkle:shortVersionString>${text}</sparkle:shortVersionString>`,
    ...(notes === null ? [] : [`<description sparkle:format="plain-text">${escaped(notes)}</description>`]),
    `<enclosure url="${escaped(url)}" length="${size}" type="application/octet-stream" sparkle:edSignature="${escaped(signature ?? '')}"/>`,
    '</item>',
  ].join('\n');
}

/** These updaters don't parse fractions of a second. */
const isoTime = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** Escapes text for XML and HTML; drops characters that XML can't represent. */
const escaped = (text: string): string => escapeHtml(text).replaceAll(/[\ufffe\uffff]/g, '');
