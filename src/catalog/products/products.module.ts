import { EventTypes } from '../../platform/events/event-types';
import { PRODUCT_EVENTS } from './product-events';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SearchIndex } from '../../platform/search-index/search-index';
import { KINDS } from '../../platform/search-index/worded';
import { productWords } from './product-words';
import { AuditModule } from '../../access/audit/audit.module';
import { Product } from './product.entity';
import { ProductsController } from './products.controller';
import { ProductsRepository } from './products.repository';
import { ProductsService } from './products.service';
import { UsedPids } from './used-pids';

@Module({
  imports: [TypeOrmModule.forFeature([Product]), AuditModule],
  controllers: [ProductsController],
  providers: [ProductsRepository, ProductsService, UsedPids],
  exports: [ProductsRepository, ProductsService, UsedPids],
})
export class ProductsModule {
  constructor(index: SearchIndex, products: ProductsRepository, eventTypes: EventTypes) {
    eventTypes.add(PRODUCT_EVENTS);
    index.addRecords('products', KINDS.product, products, productWords);
  }
}
