import { Injectable } from '@nestjs/common';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import type { Caller } from '../api-keys/caller';
import type { SavedViewDto, SaveViewDto } from './dto/saved-view.dto';
import type { SavedView } from './saved-view.entity';
import { SavedViewsRepository } from './saved-views.repository';

/** Of one API key or person. */
const MOST = 100;

export const VIEW_NOT_FOUND: Problem<'view.notFound'> = {
  code: 'view.notFound',
  message: 'You have no such saved view.',
};
export const TOO_MANY_VIEWS: Problem<'view.tooMany'> = {
  code: 'view.tooMany',
  message: `You have ${MOST} saved views; delete one first.`,
};

/** Saved views: everybody sees and changes only their own. */
@Injectable()
export class SavedViewsService {
  constructor(private readonly views: SavedViewsRepository) {}

  /** By ascending id. */
  async list({ ownerId }: Caller): Promise<SavedViewDto[]> {
    return (await this.views.findOf(ownerId)).map(toSavedViewDto);
  }

  /** Replaces a view of that name on that screen. @throws {ApiError} 409 if there are too many */
  async save({ screen, name, search }: SaveViewDto, { ownerId }: Caller): Promise<SavedViewDto> {
    const own = await this.views.findOf(ownerId);
    const same = own.find((view) => view.screen === screen && view.name === name);
    if (same) {
      await this.views.update(same.id, search);
      return toSavedViewDto(Object.assign(same, { search }));
    }
    if (own.length >= MOST) throw conflict(TOO_MANY_VIEWS);
    return toSavedViewDto(await this.views.insert({ ownerId, screen, name, search, createdAt: Date.now() }));
  }

  /** @throws {ApiError} 404 if the caller has no such view */
  async delete(id: string, { ownerId }: Caller): Promise<SavedViewDto> {
    const view = (await this.views.findOf(ownerId)).find((each) => String(each.id) === id);
    if (!view) throw notFound(VIEW_NOT_FOUND);
    await this.views.delete(view.id);
    return toSavedViewDto(view);
  }
}

function toSavedViewDto({ id, screen, name, search, createdAt }: SavedView): SavedViewDto {
  return { id, screen, name, search, createdAt };
}
