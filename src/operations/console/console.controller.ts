import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import { notFound, NOTHING_THERE } from '../../platform/errors/errors';
import { sendPage } from '../../platform/http/answers/page';
import { Settings } from '../../platform/settings/settings';
import { ConsoleFiles } from './console-files';
import { newNonce, NONCE_PLACE, policyWith } from './console-policy';

/** No browser sends more; parsing a longer header would cost milliseconds. */
const ACCEPT_LIMIT = 1000;

/** What a page of the console says to browsers, beside its policy. */
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

/** Serves the console, which is a page and what that loads; everything else it asks the API for. */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  constructor(
    private readonly files: ConsoleFiles,
    private readonly settings: Settings,
  ) {}

  /** A file that never changes under its name. */
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

  /** The page, with nothing chosen. */
  @Get()
  @Public()
  getStart(@Res() response: Response): Promise<void> {
    return this.sendPage(response);
  }

  /** The same page: what it is to show it finds in its address. */
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
        links: [{ href: '/docs', text: 'Documentation of the API' }],
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
