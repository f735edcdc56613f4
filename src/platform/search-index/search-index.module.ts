import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SearchIndex } from './search-index';
import { SearchIndexJob } from './search-index-job';
import { SearchProgressRepository } from './search-progress.repository';
import { SearchProgress } from './search-progress.entity';
import { SearchWord } from './search-word.entity';
import { SearchWordsRepository } from './search-words.repository';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([SearchWord, SearchProgress])],
  providers: [SearchWordsRepository, SearchProgressRepository, SearchIndex, SearchIndexJob],
  exports: [SearchWordsRepository, SearchIndex],
})
export class SearchIndexModule {}
