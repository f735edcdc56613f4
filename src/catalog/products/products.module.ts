import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { Product } from './product.entity';
import { ProductsController } from './products.controller';
import { ProductsRepository } from './products.repository';
import { ProductsService } from './products.service';
import { SearchedProducts } from './searched-products';
import { UsedPids } from './used-pids';

@Module({
  imports: [TypeOrmModule.forFeature([Product]), AuditModule],
  controllers: [ProductsController],
  providers: [ProductsRepository, ProductsService, UsedPids, SearchedProducts],
  exports: [ProductsRepository, UsedPids],
})
export class ProductsModule {}
