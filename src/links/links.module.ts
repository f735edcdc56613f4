import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Link } from './link.entity';
import { LinksController } from './links.controller';
import { LinksService } from './links.service';
import { RedirectController } from './redirect.controller';
import { VisitBatch } from './visit-batch';

/** The link shortener: links by the API, and the redirects that people follow. */
@Module({
  imports: [TypeOrmModule.forFeature([Link])],
  controllers: [LinksController, RedirectController],
  providers: [LinksService, VisitBatch],
})
export class LinksModule {}
