import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import { notFound, NOTHING_THERE } from '../../platform/errors/errors';
import { PortalPlace } from '../portal-place';
import { PageSender } from './page-sender';

/** Addresses contain the version, so a cached file is never outdated. */
const KEPT = 'public, max-age=31536000, immutable';

/** Files that pages load. */
@ApiExcludeController()
@Controller('portal')
export class PortalAssetsController {
  constructor(
    private readonly place: PortalPlace,
    private readonly sender: PageSender,
  ) {}

  @Get('style.css')
  @Public()
  getStyle(@Res() response: Response): void {
    response.set({ 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': KEPT }).send(this.sender.pages.style);
  }

  /** Opened on its own, an image must not run scripts. */
  @Get('logo')
  @Public()
  getLogo(@Res() response: Response): void {
    const { logo } = this.place.settings;
    if (!logo) throw notFound(NOTHING_THERE);
    const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    response.set({ 'Content-Type': logo.type, 'Cache-Control': KEPT, 'Content-Security-Policy': policy });
    response.send(logo.bytes);
  }
}
