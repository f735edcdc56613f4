import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import { invalidField } from '../platform/errors/errors';
import { namesIn } from '../platform/fields/field';
import { newValues } from '../platform/fields/records';
import { validate } from '../platform/validation/validation';
import { type Column, columnsFor } from '../transfer/columns';
import type { Stored, TransferTarget } from '../transfer/transfer-target';
import { ImportLinkDto } from './dto/import-link.dto';
import type { LinkDto } from './dto/link.dto';
import { LINK_FIELDS } from './link-fields';
import { beginningsOf, type LinkInsertion, type NewLink, noDomain } from './link-insertion';
import { DomainHosts } from './domains/domain-hosts';
import { readDomain } from './domains/host-name';
import { isKeptName, linkKey, requireLinkNameKey, reservedName } from './link-name';
import { checkTargets } from './link-url';
import type { Link } from './link.entity';
import type { LinksRepository } from './links.repository';
import type { LinkPasswords } from './passwords/link-passwords';
import { toLinkDto } from './to-link-dto';

/** Without an origin, the import itself is the link's origin. A new link's password is still in plain text. */
type ImportedLink = NewLink & { readonly password?: string } & Pick<Link, 'count'> &
  Partial<Pick<Link, 'creator' | 'creatorID' | 'createdAt'>>;

/** Two links with one name are equal if these fields are, and the case of the name. */
const COMPARED = ['url', ...namesIn(LINK_FIELDS, 'create')] as const;
/** Compared only if the row has them. */
const ORIGIN = ['creator', 'creatorID', 'createdAt'] as const;

const PASSWORD_MISSING =
  'The link has a password, which no export has: add it in a column "password", or set hasPassword to false and the link is open to everybody.';

const OTHER_CREATOR =
  'Only an API key with the scope "admin" may import links of other creators; leave creator and creatorID out, and the links are your own.';

export class LinkTransfer implements TransferTarget<ImportedLink> {
  readonly noun = 'link';
  readonly columns: readonly Column[] = [
    ...columnsFor(LINK_FIELDS),
    { name: 'password', type: 'text', isSecret: true },
  ];
  readonly identity = 'name';
  readonly derivesIdentity = false;

  /** @param ownAddress the service's public address, if known @param creator the only one allowed; any by default */
  constructor(
    private readonly links: LinksRepository,
    private readonly insertion: LinkInsertion,
    private readonly domains: DomainHosts,
    private readonly passwords: LinkPasswords,
    private readonly ownAddress: string,
    private readonly creator?: Actor,
  ) {}

  identify({ name, domain }: ImportedLink): string {
    return linkKey(name.toLowerCase(), domain);
  }

  async read(values: object): Promise<ImportedLink> {
    const { name, url, creator, creatorID, createdAt, password, ...described } = await validate(ImportLinkDto, values);
    const domain = readDomain(described.domain);
    const nameKey = linkKey(requireLinkNameKey(name), domain);
    if (isKeptName(name.toLowerCase()) && !(await this.links.findByName(nameKey))) throw reservedName(name);
    checkTargets({ url, ...described }, this.ownAddress, this.domains);
    if (domain !== undefined && !(await this.domains.exists(domain))) throw invalidField(noDomain(domain));
    this.requireOwn(creator, creatorID);
    if (described.hasPassword && !password && !(await this.links.findByName(nameKey))?.passwordHash)
      throw invalidField(PASSWORD_MISSING);
    return {
      name,
      url,
      ...newValues(LINK_FIELDS, 'import', { ...described, domain }),
      ...(password && { password, hasPassword: true }),
      creator,
      creatorID,
      createdAt: createdAt === undefined ? undefined : Number(createdAt),
    };
  }

  /** The creator is how abused links are traced. */
  private requireOwn(creator: string | undefined, creatorID: string | undefined): void {
    if (!this.creator) return;
    const own = beginningsOf(this.creator);
    if ((creator ?? own.creator) !== own.creator || (creatorID ?? own.creatorID) !== own.creatorID)
      throw invalidField(OTHER_CREATOR);
  }

  async find(nameKeys: readonly string[]): Promise<Stored<ImportedLink>[]> {
    return (await this.links.findByNames(nameKeys)).map((item) => ({ id: item.id, item }));
  }

  /** @throws {ApiError} 400 if the link whose password a row relies on was deleted meanwhile */
  async prepare(item: ImportedLink): Promise<ImportedLink> {
    const { password, ...link } = item;
    if (password !== undefined) return { ...link, ...(await this.passwords.protect(password)) };
    if (link.hasPassword) throw invalidField(PASSWORD_MISSING);
    return item;
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

  async differences(existing: ImportedLink, wanted: ImportedLink): Promise<string[]> {
    const different: string[] = [
      ...(existing.name === wanted.name ? [] : [`case ("${existing.name}"; names ignore case)`]),
      ...COMPARED.filter((field) => existing[field] !== wanted[field]),
      ...ORIGIN.filter((field) => wanted[field] !== undefined && existing[field] !== wanted[field]),
    ];
    // The count may have grown since an import, so a higher one is fine.
    if (existing.count < wanted.count) different.push('count');
    if (existing.hasPassword !== wanted.hasPassword) different.push('hasPassword');
    else if (!(await this.hasSamePassword(existing, wanted))) different.push('password');
    return different;
  }

  /** @param existing in the database, or an earlier row of the file */
  private async hasSamePassword(
    { passwordHash, password: earlier }: ImportedLink,
    { password }: ImportedLink,
  ): Promise<boolean> {
    if (password === undefined || password === earlier) return true;
    return passwordHash ? this.passwords.matches(password, passwordHash) : false;
  }

  async *pages(): AsyncGenerator<LinkDto[]> {
    for await (const { items } of this.links.searchAll({})) yield items.map(toLinkDto);
  }
}
