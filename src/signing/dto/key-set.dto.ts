/** One signature of a key set. */
export class KeySetSignatureDto {
  /**
   * Which key signed, base64url of `{"alg":"EdDSA","typ":"keylink-keys+jwt","kid":...}`.
   * @example "eyJhbGciOiJFZERTQSIsInR5cCI6ImtleWxpbmsta2V5cytqd3QiLCJraWQiOiJrUHJLX3FteFZXYVlWQTl3d0JGNkl1bzN2Vnp6N1R4SENUd1hCeWdyUzRrIn0"
   */
  protected: string;

  /**
   * The Ed25519 signature, base64url.
   * @example "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
   */
  signature: string;
}

/** A key set: JWS in the general JSON serialisation (RFC 7515). */
export class KeySetDto {
  /**
   * What it says, base64url of `{iss, version, iat, exp, root, keys, revoked}`.
   * @example "eyJpc3MiOiJrZXlsaW5rIiwidmVyc2lvbiI6MX0"
   */
  payload: string;

  /**
   * By the root key of the version before, and by the set's own where that differs.
   * @example [{ "protected": "eyJhbGciOiJFZERTQSJ9", "signature": "hgyY0il_MGCjP0JzlnLWG1PPOt7" }]
   */
  signatures: KeySetSignatureDto[];
}
