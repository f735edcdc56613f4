import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Repository } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import type { Notices } from '../../platform/events/due-notices';
import type { Link } from '../link.entity';
import { LinkEndNotice } from './link-end-notice.entity';
import { LinkEndProgress } from './link-end-progress.entity';

const ID = 1;

@Injectable()
export class LinkEndNoticesRepository implements Notices {
  constructor(
    @InjectRepository(LinkEndNotice) private readonly notices: Repository<LinkEndNotice>,
    @InjectRepository(LinkEndProgress) private readonly progress: Repository<LinkEndProgress>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): LinkEndNoticesRepository {
    const [notices, progress] = [
      transaction.withRepository(this.notices),
      transaction.withRepository(this.progress),
    ] as const;
    return new LinkEndNoticesRepository(notices, progress, this.readers);
  }

  async findProgress(): Promise<number | undefined> {
    return (await this.progress.findOneBy({ id: ID }))?.upTo;
  }

  async setProgress(upTo: number): Promise<void> {
    const { affected } = await this.progress.update({ id: ID }, { upTo });
    if (affected === 0) await this.progress.insert({ id: ID, upTo });
  }

  async findUntold(after: number, upTo: number, limit: number): Promise<number[]> {
    const rows = await this.readers.streams.read<readonly [number]>({
      sql: `SELECT links.id FROM links LEFT JOIN link_end_notices
        ON link_end_notices.expiresAt = links.expiresAt AND link_end_notices.link_id = links.id
        WHERE links.expiresAt > ? AND links.expiresAt <= ? AND link_end_notices.link_id IS NULL
        ORDER BY links.expiresAt, links.id LIMIT ?`,
      parameters: [after, upTo, limit],
    });
    return rows.map(([id]) => id);
  }

  async untoldOf<Row extends Pick<Link, 'id' | 'expiresAt'>>(links: readonly Row[]): Promise<Row[]> {
    const told = await this.notices.findBy({ linkId: In(links.map(({ id }) => id)) });
    const names = new Set(told.map(({ linkId, expiresAt }) => `${linkId} ${expiresAt}`));
    return links.filter(({ id, expiresAt }) => !names.has(`${id} ${expiresAt}`));
  }

  async insert(links: readonly { readonly id: number; readonly expiresAt: number }[]): Promise<void> {
    await this.notices.insert(links.map(({ id, expiresAt }) => ({ expiresAt, linkId: id })));
  }

  async deleteOlder(before: number, limit: number): Promise<number> {
    const old = await this.notices.find({
      where: { expiresAt: LessThan(before) },
      order: { expiresAt: 'ASC' },
      take: limit,
    });
    if (old.length > 0) {
      await this.notices.manager.query(
        `DELETE FROM link_end_notices WHERE (expiresAt, link_id) IN (${old.map(() => '(?, ?)').join(', ')})`,
        old.flatMap(({ expiresAt, linkId }) => [expiresAt, linkId]),
      );
    }
    return old.length;
  }
}
