import type { Repository } from 'typeorm';
import { insertRows } from '../platform/database/insert-rows';
import { lockingRead } from '../platform/database/locking-read';
import { marks } from '../platform/database/statement-runner';
import { linkUrlHash } from './link-url';
import type { Link } from './link.entity';
import type { ShownLink } from './to-link-dto';

/** What changes links within one transaction. */
export class LinkChanges {
  /** @param links of the transaction */
  constructor(private readonly links: Repository<Link>) {}

  /** The link of an id, locked until the transaction ends; null when there is none. */
  lock(id: number): Promise<Link | null> {
    return this.links.findOne({ where: { id }, ...lockingRead(this.links.manager) });
  }

  /**
   * Inserts links, as many as one statement inserts at most. Their ids ascend in the order given.
   * @throws {Error} 'duplicate' (`databaseFault`) when one of the names is taken
   */
  async insert(links: readonly Omit<ShownLink, 'id'>[]): Promise<Link[]> {
    const { manager } = this.links;
    const rows = links.map((link) => ({ ...link, name_key: link.name.toLowerCase(), url_hash: linkUrlHash(link.url) }));
    await insertRows(manager, 'links', rows);
    // Only the first id would be known otherwise, and a cluster counts in steps of its own.
    const found = (await manager.query(
      `SELECT id, name_key FROM links WHERE name_key IN (${marks(rows)})`,
      rows.map((row) => row.name_key),
    )) as { id: number; name_key: string }[];
    const ids = new Map(found.map(({ id, name_key: nameKey }) => [nameKey, id]));
    return rows.map(({ name_key: nameKey, url_hash: urlHash, ...link }): Link => ({
      ...link,
      nameKey,
      urlHash,
      id: ids.get(nameKey)!,
    }));
  }

  async update(id: number, changes: Partial<Link>): Promise<void> {
    await this.links.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.links.delete({ id });
  }
}
