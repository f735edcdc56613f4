import {
  Body,
  Controller,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  Post,
  Redirect,
  Req,
  UseGuards,
} from '@nestjs/common';
import type { Request } from 'express';
import type { Verdict } from '../../../src/licensing/license-check/verdict';
import type { LicenseKey } from '../../../src/licensing/license-keys/license-key.entity';
import { ApiKeyGuard } from './api-key.guard';
import { CheckDto } from './check.dto';
import { PlainService } from './plain.service';

@Controller('api')
@UseGuards(ApiKeyGuard)
export class ApiController {
  constructor(private readonly service: PlainService) {}

  @Post('check')
  @HttpCode(200)
  check(@Body() body: CheckDto, @Req() request: Request): Promise<Verdict> {
    return this.service.check(body, request.ip ?? '');
  }

  @Get('keys/:id')
  async get(@Param('id') id: string): Promise<LicenseKey> {
    const licenseKey = await this.service.findKey(id);
    if (!licenseKey) throw new NotFoundException();
    return licenseKey;
  }
}

@Controller()
export class RedirectController {
  constructor(private readonly service: PlainService) {}

  @Get(':name')
  @Redirect()
  async redirect(@Param('name') name: string): Promise<{ url: string }> {
    const url = await this.service.visit(name);
    if (url === undefined) throw new NotFoundException();
    return { url };
  }
}
