import { licensesWithEntitlements } from './entitlement-vectors.js';
import { LICENSE, sha256, VERDICT } from './signer.js';
import {
  at,
  invalid,
  license,
  mend,
  NOW,
  pass,
  PROMISE,
  retired,
  secondRoot,
  signing,
  stolen,
  type TokenVector,
  valid,
} from './vector-world.js';

/** Offline licenses. */
export function licenseVectors(): TokenVector[] {
  const old = { iat: at(80), exp: at(3650) };
  const refuse = (name: string, token: string, asked: object = {}) =>
    invalid(name, token, { nonce: undefined, ...asked });
  const take = (name: string, token: string, asked: object = {}) => valid(name, token, { nonce: undefined, ...asked });
  return [
    take('a license', license()),
    take('a license for any device', license({ device: undefined })),
    take('a license for any device, where none is named', license({ device: undefined }), { device: undefined }),
    take('a license that answers a request', license({ nonce: 'n0nce-of-a-request-code' })),
    take('a license of a key that signs no more', retired.token(LICENSE, { ...PROMISE, ...old })),
    refuse('a license of a key that was revoked', stolen.token(LICENSE, { ...PROMISE, iat: at(10), exp: at(3650) })),
    refuse('a license that has ended', license({ iat: at(95), exp: NOW })),
    refuse('a license for another key', license({ key: sha256('another') })),
    refuse('a license for another product', license({ product: 7 })),
    refuse('a license for another device', license({ device: sha256('another') })),
    refuse('a license for a device, where none is named', license(), { device: undefined }),
    refuse('a license without a product', license({ product: undefined })),
    take('a license with a null that only verdicts have', license({ leaseUntil: null })),
    refuse('a license whose name is a number', license({ jti: 7 })),
    refuse('a license whose name is null', license({ jti: null })),
    refuse('a license whose nonce is a number', license({ nonce: 7 })),
    refuse('a license whose nonce is null', license({ nonce: null })),
    refuse('a license whose end is true', license({ exp: true })),
    refuse('a license that ends beyond 2^53', license({ exp: 2 ** 53 })),
    refuse('a license for the product true', license({ product: true }), { product: 1 }),
    refuse('a license without a product, where that is 0', license({ product: undefined }), { product: 0 }),
    refuse('a license whose device is null', license({ device: null })),
    refuse('a license without a name', license({ jti: undefined })),
    refuse('a license that ends never', license({ exp: undefined })),
    refuse('a verdict as a license', pass()),
    refuse('a verdict with a license in it', signing.token(VERDICT, PROMISE)),
    refuse('a license of another issuer', license({ iss: 'somebody' })),
    refuse('a license by the root', secondRoot.token(LICENSE, PROMISE)),
    refuse(
      'a license that was edited',
      mend(license(), ([a, , c]) => [a, license({ exp: at(3650) }).split('.')[1], c]),
    ),
    ...licensesWithEntitlements(),
  ];
}
