import type { Request } from 'express';
import { invalidField } from '../platform/errors/errors';
import type { LinkDto } from './dto/link.dto';
import type { Settings } from '../platform/settings/settings';

const USABLE = /^https?:\/\/[\x21-\x7e]{1,512}$/;

export const NO_OWN_ADDRESS = 'The Host header of the request is not an address that a short link can have.';

/** `PUBLIC_URL`, or else the client's `Host`, which may be any text. */
export function ownAddress(settings: Settings, request: Request): string {
  return settings.publicUrl ?? `http://${request.headers.host}`;
}

/** With https for a domain, whose proxy terminates TLS. @throws {ApiError} 400 without `PUBLIC_URL` and without a usable `Host` */
export function shortAddress(
  settings: Settings,
  request: Request,
  { name, domain }: Pick<LinkDto, 'name' | 'domain'>,
): string {
  if (domain !== undefined) return `https://${domain}/${name}`;
  const own = ownAddress(settings, request);
  if (!USABLE.test(own) || !URL.canParse(own)) throw invalidField(NO_OWN_ADDRESS);
  return `${own}/${name}`;
}
