import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SavedView } from './saved-view.entity';

@Injectable()
export class SavedViewsRepository {
  constructor(@InjectRepository(SavedView) private readonly views: Repository<SavedView>) {}

  /** By ascending id. */
  findOf(ownerId: number): Promise<SavedView[]> {
    return this.views.find({ where: { ownerId }, order: { id: 'ASC' } });
  }

  async insert(view: Omit<SavedView, 'id'>): Promise<SavedView> {
    const { identifiers } = await this.views.insert(view);
    return Object.assign({ id: identifiers[0].id as number }, view);
  }

  async update(id: number, search: string): Promise<void> {
    await this.views.update({ id }, { search });
  }

  async delete(id: number): Promise<void> {
    await this.views.delete({ id });
  }
}
