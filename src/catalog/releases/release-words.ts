import { KINDS, type Worded } from '../../platform/search-index/worded';
import { wordsOf } from '../../platform/search-index/words';
import type { Release } from './release.entity';

/** With and without a leading "v". */
export function releaseWords({ id, version }: Pick<Release, 'id' | 'version'>): Worded {
  const bare = version.replace(/^v/, '');
  return { kind: KINDS.release, target: id, part: 0, words: wordsOf([bare, `v${bare}`]) };
}
