import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { MailTemplate } from './template.entity';

export type TemplateName = Pick<MailTemplate, 'kind' | 'language' | 'product'>;

@Injectable()
export class TemplatesRepository {
  constructor(@InjectRepository(MailTemplate) private readonly templates: Repository<MailTemplate>) {}

  within(transaction: EntityManager): TemplatesRepository {
    return new TemplatesRepository(transaction.withRepository(this.templates));
  }

  findPage(after: number, limit: number): Promise<MailTemplate[]> {
    return this.templates.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  find({ kind, language, product }: TemplateName): Promise<MailTemplate | null> {
    return this.templates.findOneBy({ kind, language, product });
  }

  /** All templates of a kind in some languages for some products. */
  findAll(
    kind: MailTemplate['kind'],
    languages: readonly string[],
    products: readonly number[],
  ): Promise<MailTemplate[]> {
    return this.templates.findBy({ kind, language: In([...languages]), product: In([...products]) });
  }

  /** Locks it until the transaction ends; null if there is none. */
  lock({ kind, language, product }: TemplateName): Promise<MailTemplate | null> {
    return this.templates.findOne({ where: { kind, language, product }, ...lockingRead(this.templates.manager) });
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if there is one of this name */
  async insert(template: Omit<MailTemplate, 'id'>): Promise<MailTemplate> {
    const { identifiers } = await this.templates.insert(template);
    return { ...template, id: identifiers[0].id as number };
  }

  async update({ id, ...values }: MailTemplate): Promise<void> {
    await this.templates.update({ id }, values);
  }

  async delete(id: number): Promise<void> {
    await this.templates.delete({ id });
  }
}
