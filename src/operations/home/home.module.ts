import { Module } from '@nestjs/common';
import { HomeController } from './home.controller';

/** What the bare address answers. */
@Module({ controllers: [HomeController] })
export class HomeModule {}
