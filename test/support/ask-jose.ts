import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A JWS in the general JSON serialisation. */
export interface GeneralJws {
  readonly payload: string;
  readonly signatures: readonly { readonly protected: string; readonly signature: string }[];
}

interface Verified {
  readonly header: { readonly alg: string; readonly typ: string; readonly kid: string };
  // Tests look into payloads of any shape; a wrong expectation fails there.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly payload: any;
  /** Why it is refused. */
  readonly error?: string;
}

/** To be verified: by the key among these that it names, or by the one that has no name. */
interface ToVerify {
  readonly jws: string | GeneralJws;
  readonly keys: readonly { readonly kid?: string; readonly x: string }[];
  readonly typ: string;
}

/** To be signed, in the compact serialisation unless `isGeneral`. */
interface ToSign {
  readonly payload: object;
  readonly signers: readonly { readonly header: object; readonly jwk: { readonly x: string; readonly d: string } }[];
  readonly isGeneral?: boolean;
}

/** What jose makes of a JWS with the public key `x`, base64url. */
export async function verifyJws(jws: string | GeneralJws, x: string, typ: string): Promise<Verified> {
  return (await verifyAll([{ jws, keys: [{ x }], typ }]))[0];
}

export function verifyAll(asked: readonly ToVerify[]): Promise<Verified[]> {
  return askJose<Verified>(asked);
}

/** Texts that jose has signed. */
export async function signAll(asked: readonly ToSign[]): Promise<string[]> {
  return (await askJose<{ jws: string }>(asked)).map(({ jws }) => jws);
}

async function askJose<Answer>(asked: readonly (ToVerify | ToSign)[]): Promise<Answer[]> {
  const child = spawn(process.execPath, [join(__dirname, 'jose.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(asked));
  return JSON.parse(await text(child.stdout)) as Answer[];
}
