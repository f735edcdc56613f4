import type { Release } from '../../catalog/releases/release.entity';
import { comparableVersion, semanticVersion } from '../../platform/versions/version-order';

/** What updaters read of a release. */
export type Offered = Pick<Release, 'version' | 'releasedAt' | 'url' | 'sha1' | 'size' | 'signature' | 'notes'>;

export interface Manifest {
  readonly contentType: string;
  readonly body: string;
}

export interface Format {
  /** What the updater does nothing without. */
  readonly needs: readonly ('sha1' | 'signature' | 'size')[];
  /** @returns undefined for an answer without content */
  write(release: Offered | undefined): Manifest | undefined;
}

export type FormatName = 'tauri' | 'sparkle' | 'squirrel' | 'wordpress';

/** How each updater wants to be told of a release. */
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
 * A file RELEASES for Squirrel.Windows, which reads a line of SHA-1, file and size for each package, and compares the versions
 * itself. It takes a file without lines for a broken one.
 */
export const SQUIRREL_WINDOWS: Format = {
  needs: ['sha1', 'size'],
  write: (release) =>
    release && {
      contentType: 'text/plain; charset=utf-8',
      // Behind "#" is a comment.
      body: `${release.sha1} ${release.url.replace(/#.*/, '')} ${release.size}\n`,
    },
};

function json(write: (release: Offered) => object): Format['write'] {
  return (release) =>
    release && { contentType: 'application/json; charset=utf-8', body: JSON.stringify(write(release)) };
}

/** Sparkle compares the versions itself: a channel without items has nothing new. */
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

/** No updater of these reads parts of a second. */
const isoTime = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe in text and in attributes of XML and HTML; what XML has no way to write is left out. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]).replaceAll(/[\ufffe\uffff]/g, '');
