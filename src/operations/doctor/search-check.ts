import { Injectable } from '@nestjs/common';
import { SearchIndex } from '../../platform/search-index/search-index';
import type { Finding } from './finding';

/** Records of each kind whose words are compared. */
const SAMPLE = 50;

@Injectable()
export class SearchCheck {
  constructor(private readonly index: SearchIndex) {}

  async finding(): Promise<Finding> {
    const incomplete = await this.index.findIncomplete();
    const lasts = await Promise.all(incomplete.map((owner) => owner.findGreatestId()));
    const unfinished = incomplete.filter((_, index) => lasts[index] > 0);
    if (unfinished.length > 0) {
      const names = unfinished.map(({ name }) => name).join(' and ');
      const message = `the words of ${names} are still being written; until then a search may miss some of them.`;
      return { check: 'search', status: 'warning', message };
    }
    let [records, different] = [0, 0];
    for (const owner of this.index.owners) {
      const spare = Math.max(0, (await owner.findGreatestId()) - SAMPLE);
      const compared = await this.index.compare(owner, Math.floor(Math.random() * (spare + 1)), SAMPLE);
      records += compared.records;
      different += compared.different;
    }
    for (const collected of this.index.collected) {
      const compared = await collected.compare(SAMPLE);
      records += compared.records;
      different += compared.different;
    }
    const message =
      different === 0
        ? `${records} records compared, all found as they should be.`
        : `${different} of ${records} records compared aren't found as they should be; run keylink search rebuild.`;
    return { check: 'search', status: different === 0 ? 'ok' : 'warning', message };
  }
}
