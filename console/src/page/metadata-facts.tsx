import type { Metadata } from '../../../src/platform/fields/metadata';
import { WebLink } from '../text/web-link';
import { Facts } from './facts';

/** What the vendor's own systems know a record by. */
export function MetadataFacts({ metadata = {} }: { metadata?: Metadata }) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <div style={{ marginTop: 8 }}>
      <Facts
        facts={Object.fromEntries(entries.map(([name, value]) => [name, <WebLink key={name} text={String(value)} />]))}
      />
    </div>
  );
}
