import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import { invalidField } from '../platform/errors/errors';
import { validate } from '../platform/validation/validation';
import type { Column } from '../transfer/columns';
import type { Stored, TransferTarget } from '../transfer/transfer-target';
import { ImportLinkDto } from './dto/import-link.dto';
import type { LinkDto } from './dto/link.dto';
import { beginningsOf, type LinkInsertion, type NewLink } from './link-insertion';
import { isKeptName, requireLinkNameKey, reservedName } from './link-name';
import { checkLinkUrl } from './link-url';
import type { Link } from './link.entity';
import type { LinksRepository } from './links.repository';
import { toLinkDto } from './to-link-dto';

/** The fields of the API's object in their order, without the record id. */
const COLUMNS: readonly Column[] = [
  { name: 'name', type: 'text' },
  { name: 'url', type: 'text' },
  { name: 'count', type: 'integer' },
  { name: 'creator', type: 'text' },
  { name: 'creatorID', type: 'text' },
  { name: 'createdAt', type: 'timeText' },
  { name: 'expiresAt', type: 'time' },
  { name: 'maxVisits', type: 'integer' },
];

/** A link that a row stands for; its origin is the import itself where the row doesn't tell another. */
export type ImportedLink = NewLink & Pick<Link, 'count'> & Partial<Pick<Link, 'creator' | 'creatorID' | 'createdAt'>>;

/** What makes two links of one name different ones. */
const COMPARED = ['name', 'url', 'expiresAt', 'maxVisits'] as const;
/** And what does only where the row says it. */
const ORIGIN = ['creator', 'creatorID', 'createdAt'] as const;

const OTHER_CREATOR =
  'Only an API key with the scope "admin" may import links of other creators; leave creator and creatorID out, and the links are your own.';

/** How links are imported and exported. */
export class LinkTransfer implements TransferTarget<ImportedLink> {
  readonly noun = 'link';
  readonly columns = COLUMNS;
  readonly identity = 'name';
  readonly derivesIdentity = false;

  /**
   * @param ownAddress the service's own public address, where that is known
   * @param creator who alone may stand as a link's creator; anybody when it is left out
   */
  constructor(
    private readonly links: LinksRepository,
    private readonly insertion: LinkInsertion,
    private readonly ownAddress: string,
    private readonly creator?: Actor,
  ) {}

  identify({ name }: ImportedLink): string {
    return name.toLowerCase();
  }

  async read(values: object): Promise<ImportedLink> {
    const {
      name,
      url,
      count = 0,
      expiresAt,
      maxVisits,
      creator,
      creatorID,
      createdAt,
    } = await validate(ImportLinkDto, values);
    const nameKey = requireLinkNameKey(name);
    if (isKeptName(nameKey) && !(await this.links.findByName(nameKey))) throw reservedName(name);
    checkLinkUrl(url, this.ownAddress);
    this.requireOwn(creator, creatorID);
    return {
      name,
      url,
      count,
      expiresAt: expiresAt || null,
      maxVisits: maxVisits ?? null,
      creator,
      creatorID,
      createdAt: createdAt === undefined ? undefined : Number(createdAt),
    };
  }

  /** Who made a link is what people go by when one is abused. */
  private requireOwn(creator: string | undefined, creatorID: string | undefined): void {
    if (!this.creator) return;
    const own = beginningsOf(this.creator);
    if ((creator ?? own.creator) !== own.creator || (creatorID ?? own.creatorID) !== own.creatorID)
      throw invalidField(OTHER_CREATOR);
  }

  async find(nameKeys: readonly string[]): Promise<Stored<ImportedLink>[]> {
    return (await this.links.findByNames(nameKeys)).map((item) => ({ id: item.id, item }));
  }

  async insert(transaction: EntityManager, actor: Actor, items: readonly ImportedLink[]): Promise<number[]> {
    const now = beginningsOf(actor);
    const links = items.map((item) => ({
      ...item,
      creator: item.creator ?? now.creator,
      creatorID: item.creatorID ?? now.creatorID,
      createdAt: item.createdAt ?? now.createdAt,
    }));
    return (await this.insertion.insertAll(transaction, actor, links)).map(({ id }) => id);
  }

  differences(existing: ImportedLink, wanted: ImportedLink): string[] {
    const different: string[] = [
      ...COMPARED.filter((field) => existing[field] !== wanted[field]),
      ...ORIGIN.filter((field) => wanted[field] !== undefined && existing[field] !== wanted[field]),
    ];
    // Visits go on.
    if (existing.count < wanted.count) different.push('count');
    return different;
  }

  async *pages(): AsyncGenerator<LinkDto[]> {
    for await (const { items } of this.links.searchAll({})) yield items.map(toLinkDto);
  }
}
