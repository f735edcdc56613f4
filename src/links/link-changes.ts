import { And, In, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { insertNumbered } from '../platform/database/insert-numbered';
import type { NewRow } from '../platform/database/insert-rows';
import { lockingRead } from '../platform/database/locking-read';
import { rowOf } from '../platform/fields/records';
import { LINK_FIELDS } from './link-fields';
import { linkKey } from './link-name';
import { linkUrlHash } from './link-url';
import type { Link } from './link.entity';
import type { ShownLink } from './to-link-dto';

/** Without a hash, the link has no password. */
export type InsertedLink = Omit<ShownLink, 'id'> & Partial<Pick<Link, 'passwordHash'>>;

export class LinkChanges {
  constructor(private readonly links: Repository<Link>) {}

  lock(id: number): Promise<Link | null> {
    return this.links.findOne({ where: { id }, ...lockingRead(this.links.manager) });
  }

  /** Existing ones, by ascending id, locked until the transaction ends. */
  lockAll(ids: readonly number[]): Promise<Link[]> {
    const where = { id: In([...ids]) };
    return this.links.find({ where, order: { id: 'ASC' }, ...lockingRead(this.links.manager) });
  }

  /** One statement; ids ascend in the given order. @throws {Error} 'duplicate' (`databaseFault`) if a name is taken */
  async insert(links: readonly InsertedLink[]): Promise<Link[]> {
    const keyed = links.map((link) => ({
      ...link,
      passwordHash: link.passwordHash ?? null,
      nameKey: linkKey(link.name.toLowerCase(), link.domain),
      urlHash: linkUrlHash(link.url),
      orderedCount: link.count,
    }));
    const ids = await insertNumbered(this.links.manager, 'links', keyed.map(toRow), 'name_key');
    return keyed.map((link, index) => ({ ...link, id: ids[index] }));
  }

  existOn(domain: string): Promise<boolean> {
    return this.links.existsBy({ domain });
  }

  /** Those after an id up to another, by ascending id, locked until the transaction ends. */
  lockBetween(after: number, upTo: number): Promise<Link[]> {
    const where = { id: And(MoreThan(after), LessThanOrEqual(upTo)) };
    return this.links.find({ where, order: { id: 'ASC' }, ...lockingRead(this.links.manager) });
  }

  /** The id of the `size`-th link after an id; undefined if there are fewer. */
  async findEnd(after: number, size: number): Promise<number | undefined> {
    const [link] = await this.links.find({
      select: { id: true },
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      skip: size - 1,
      take: 1,
    });
    return link?.id;
  }

  async update(id: number, changes: Partial<Link>): Promise<void> {
    await this.links.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.links.delete({ id });
  }
}

function toRow(link: Omit<Link, 'id'>): NewRow {
  return {
    ...rowOf(LINK_FIELDS, link),
    name_key: link.nameKey,
    url_hash: link.urlHash,
    password_hash: link.passwordHash,
    ordered_count: link.orderedCount,
  };
}
