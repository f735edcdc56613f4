import { Injectable } from '@nestjs/common';
import { conflict } from '../platform/errors/errors';
import type { Problem } from '../platform/errors/error-codes';
import type { PortalSettings } from '../platform/settings/portal';
import { Settings } from '../platform/settings/settings';

export const PORTAL_OFF: Problem<'portal.off'> = {
  code: 'portal.off',
  message: 'There is no portal; set PORTAL_URL to the address that customers will find it at.',
};

/** The portal's address and settings. */
@Injectable()
export class PortalPlace {
  constructor(private readonly all: Settings) {}

  /** @throws {ApiError} 409 while the portal is off */
  get settings(): PortalSettings {
    const { portal } = this.all;
    if (!portal) throw conflict(PORTAL_OFF);
    return portal;
  }

  /** Full address of a page, for links in emails and shops. */
  urlOf(page: string): string {
    const { url, path } = this.settings;
    return `${url.origin}${path}/${page}`;
  }
}
