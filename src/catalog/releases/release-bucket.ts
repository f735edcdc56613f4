import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/settings/settings';
import { signedAddress } from './signed-address';

/** Long enough for people to decide about an update first. */
const SECONDS = 12 * 60 * 60;

/** The bucket with the release files, if there is one. */
@Injectable()
export class ReleaseBucket {
  constructor(private readonly settings: Settings) {}

  /** The address to download a file from: signed, for files in the bucket. */
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
