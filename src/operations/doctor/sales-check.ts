import { Injectable } from '@nestjs/common';
import { InboxRepository, UNDONE } from '../../selling/inbox/inbox.repository';
import { SourceVault } from '../../selling/sources/source-vault';
import type { Source } from '../../selling/sources/source.entity';
import { SourcesRepository } from '../../selling/sources/sources.repository';
import type { Finding } from './finding';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A small shop may be silent for a day or two. */
const SILENT_DAYS = 7;

/** Whether messages of shops arrive and become license keys. */
@Injectable()
export class SalesCheck {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly vault: SourceVault,
    private readonly inbox: InboxRepository,
  ) {}

  /** Empty while no shop is connected. */
  async findings(): Promise<Finding[]> {
    const active = await this.sources.findActive();
    if (active.length === 0) return [];
    const sealed = active.filter((source) => this.vault.openSecrets(source) === undefined);
    if (sealed.length > 0) {
      const names = sealed.map(({ name }) => name).join(', ');
      const message = `nothing is taken from ${names}: SECRET_KEY is not the one that encrypted the secrets. Set it, or enter them again.`;
      return [{ check: 'sales', status: 'failed', message }];
    }
    const troubles = (await Promise.all(active.map((source) => this.troublesOf(source, Date.now())))).flat();
    if (troubles.length > 0) return [{ check: 'sales', status: 'warning', message: troubles.join(' ') }];
    return [{ check: 'sales', status: 'ok', message: `${active.length} connected, and nothing waits.` }];
  }

  private async troublesOf({ id, name, receivedAt, createdAt, failure }: Source, now: number): Promise<string[]> {
    const counts = await Promise.all(UNDONE.map((state) => this.inbox.countOf(id, state)));
    const undone = counts.reduce((sum, count) => sum + count, 0);
    const silentDays = Math.floor((now - (receivedAt ?? createdAt)) / DAY_MS);
    return [
      ...(undone > 0
        ? [`${name}: ${undone === 1 ? '1 message is' : `${undone} messages are`} not done; its inbox says why.`]
        : []),
      ...(failure === null ? [] : [`${name} can't be asked: ${failure}`]),
      ...(silentDays >= SILENT_DAYS ? [`${name} has sent nothing for ${silentDays} days.`] : []),
    ];
  }
}
