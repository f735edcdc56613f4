/** One signature of a key set. */
class KeySetSignatureDto {
  /**
   * Which key signed: base64url of `{"alg":"EdDSA","typ":"keylink-keys+jwt","kid":...}`.
   * @example "eyJhbGciOiJFZERTQSIsInR5cCI6ImtleWxpbmsta2V5cytqd3QiLCJraWQiOiJrUHJLX3FteFZXYVlWQTl3d0JGNkl1bzN2Vnp6N1R4SENUd1hCeWdyUzRrIn0"
   */
  protected: string;

  /**
   * The Ed25519 signature, base64url.
   * @example "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
   */
  signature: string;
}

/** A key set: JWS in the general JSON serialization (RFC 7515). */
export class KeySetDto {
  /**
   * Base64url of `{iss, version, iat, exp, root, keys, revoked}`.
   * @example "eyJpc3MiOiJrZXlsaW5rIiwidmVyc2lvbiI6MX0"
   */
  payload: string;

  /**
   * Signed by the previous version's root key and, if different, its own.
   * @example [{ "protected": "eyJhbGciOiJFZERTQSJ9", "signature": "hgyY0il_MGCjP0JzlnLWG1PPOt7" }]
   */
  signatures: KeySetSignatureDto[];
}
