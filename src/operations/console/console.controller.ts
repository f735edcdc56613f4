import { randomBytes } from 'node:crypto';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import { notFound, NOTHING_THERE } from '../../platform/errors/errors';
import { ACCEPT_LIMIT, sendPage } from '../../platform/http/answers/page';
import { Settings } from '../../platform/settings/settings';
import { ConsoleFiles } from './console-files';

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  constructor(
    private readonly files: ConsoleFiles,
    private readonly settings: Settings,
  ) {}

  /** Files never change under their name. */
  @Get('assets/:file')
  @Public()
  async getAsset(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.requireConsole();
    const asset = await this.files.findAsset(name, (encoding) => accepts(request, encoding));
    if (!asset) throw notFound(NOTHING_THERE);
    response.vary('Accept-Encoding').set({
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      ...(asset.encoding !== undefined && { 'Content-Encoding': asset.encoding }),
    });
    response.sendFile(asset.path, { cacheControl: false, lastModified: false, acceptRanges: false, dotfiles: 'allow' });
  }

  @Get()
  @Public()
  getStart(@Res() response: Response): Promise<void> {
    return this.sendPage(response);
  }

  /** The page itself reads from the address what to show. */
  @Get('*path')
  @Public()
  getPage(@Res() response: Response): Promise<void> {
    return this.sendPage(response);
  }

  private async sendPage(response: Response): Promise<void> {
    this.requireConsole();
    const page = await this.files.readPage();
    response.set(PAGE_HEADERS);
    if (page === undefined) {
      sendPage(response.status(503), {
        title: 'The console is not built',
        sentences: [
          'The service runs, but the files of its console are missing.',
          'Build them where the service was installed, with the command "npm run build".',
        ],
        links: [{ href: '/docs', text: 'API reference' }],
      });
      return;
    }
    const nonce = newNonce();
    response.set('Content-Security-Policy', policyWith(nonce)).send(page.replaceAll(NONCE_PLACE, nonce));
  }

  private requireConsole(): void {
    if (!this.settings.console) throw notFound(NOTHING_THERE);
  }
}

function accepts(request: Request, encoding: string): boolean {
  const { 'accept-encoding': accepted = '' } = request.headers;
  return accepted.length <= ACCEPT_LIMIT && request.acceptsEncodings(encoding) === encoding;
}

const NONCE_PLACE = '__CSP_NONCE__';

const newNonce = (): string => randomBytes(18).toString('base64url');

/** Allows the service's own scripts and requests, nothing inline, no frames; components' styles need the nonce. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
