import { readFileSync } from 'node:fs';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import { NOTHING_THERE, notFound } from '../../platform/errors/errors';
import { Settings } from '../../platform/settings/settings';

/** Apple's devices accept no larger file. */
const MOST_BYTES = 131_072;

/** Files that let phones open short links in the vendor's app. Read once, at the start. */
@ApiExcludeController()
@Controller('.well-known')
export class AppFilesController {
  private readonly apple: Buffer | undefined;
  private readonly android: Buffer | undefined;

  /** @throws {Error} if a file can't be read, or isn't JSON */
  constructor({ appFiles }: Settings) {
    this.apple = readJsonFile('APPLE_APP_SITE_ASSOCIATION', appFiles.apple);
    this.android = readJsonFile('ANDROID_ASSET_LINKS', appFiles.android);
  }

  /** For iOS and macOS. */
  @Get('apple-app-site-association')
  @Public()
  getAppleFile(@Res() response: Response): void {
    send(response, this.apple);
  }

  /** For Android. */
  @Get('assetlinks.json')
  @Public()
  getAndroidFile(@Res() response: Response): void {
    send(response, this.android);
  }
}

function send(response: Response, file: Buffer | undefined): void {
  if (!file) throw notFound(NOTHING_THERE);
  response
    .set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=3600' })
    .end(file);
}

function readJsonFile(setting: string, path: string | undefined): Buffer | undefined {
  if (path === undefined) return undefined;
  try {
    const file = readFileSync(path);
    JSON.parse(file.toString());
    if (file.length <= MOST_BYTES) return file;
  } catch (error) {
    throw new Error(`${setting} ${path} is not a JSON file, or can't be read.`, { cause: error });
  }
  throw new Error(`${setting} ${path} is larger than 128 kB.`);
}
