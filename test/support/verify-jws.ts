import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A JWS in the general JSON serialisation. */
export interface GeneralJws {
  readonly payload: string;
  readonly signatures: readonly { readonly protected: string; readonly signature: string }[];
}

export interface Verified {
  readonly header: { readonly alg: string; readonly typ: string; readonly kid: string };
  // Tests look into payloads of any shape; a wrong expectation fails there.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly payload: any;
  /** Why it is refused. */
  readonly error?: string;
}

/** What jose makes of a JWS with the public key `x`, base64url. */
export async function verifyJws(jws: string | GeneralJws, x: string, typ: string): Promise<Verified> {
  const child = spawn(process.execPath, [join(__dirname, 'jose.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify([{ jws, x, typ }]));
  return (JSON.parse(await text(child.stdout)) as [Verified])[0];
}
