import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { SavedView } from './saved-view.entity';
import { SavedViewsController } from './saved-views.controller';
import { SavedViewsRepository } from './saved-views.repository';
import { SavedViewsService } from './saved-views.service';

@Module({
  imports: [TypeOrmModule.forFeature([SavedView]), ApiKeysModule],
  controllers: [SavedViewsController],
  providers: [SavedViewsRepository, SavedViewsService],
})
export class SavedViewsModule {}
