import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/settings/settings';
import { signedAddress } from './signed-address';

/** Long enough for somebody who is asked first whether to update now. */
const SECONDS = 12 * 60 * 60;

/** The bucket with the files of releases, if there is one. */
@Injectable()
export class ReleaseBucket {
  constructor(private readonly settings: Settings) {}

  /** Where a program gets a file from now on: for those of the bucket, an address that is signed. */
  addressOf(url: string, now: number): string {
    const files = this.settings.releaseBucket;
    if (!files || !new URL(url).href.startsWith(files.address) || !isDecodable(url)) return url;
    return signedAddress(url, files, now, SECONDS);
  }
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}
