import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT_ID = 'keylink';
export const CLIENT_SECRET = 'a-secret/with%signs';

/** A key that tokens are signed with. */
interface ProviderKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Read from PEM: Node can hang when it exports as JWK what it has just generated. */
export function newKey(kid = randomBytes(8).toString('hex')): ProviderKey {
  const made = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { kid, privateKey: createPrivateKey(made.privateKey), publicKey: createPublicKey(made.publicKey) };
}

/** What a provider is to hand out for one code; what is left out is as it should be. */
export interface Granted {
  /** Of the token, beside or instead of the right ones. */
  readonly claims?: Record<string, unknown>;
  readonly key?: ProviderKey;
  readonly alg?: 'RS256' | 'HS256' | 'none';
  /** What was asked for, as `/auth/login` leads to. */
  readonly asked: URL;
}

/** An identity provider that does what a test wants, also what none should. It knows no person, only what it is told to say. */
export class StandInProvider {
  keys: ProviderKey[] = [newKey()];
  /** Requests that it was asked, by path. */
  readonly asked: string[] = [];
  /** Whether it takes requests and answers none. */
  isHanging = false;
  private readonly codes = new Map<string, Granted>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<StandInProvider> {
    const server = createServer();
    const provider = new StandInProvider(server);
    server.on('request', (request, response) => void provider.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** The address that a person comes back to who has signed in here. */
  comeBack(granted: Granted, parameters: Record<string, string> = {}): string {
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, granted);
    const { searchParams } = granted.asked;
    const query = new URLSearchParams({ code, state: searchParams.get('state')!, ...parameters });
    return `${new URL(searchParams.get('redirect_uri')!).pathname}?${query.toString()}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, this.issuer);
    this.asked.push(pathname);
    if (this.isHanging) return;
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const send = (status: number, value: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (pathname === '/.well-known/openid-configuration') send(200, this.describe());
    else if (pathname === '/jwks') send(200, { keys: this.keys.map(toJwk) });
    else if (pathname === '/token') send(...this.redeem(request, new URLSearchParams(body)));
    else send(404, {});
  }

  private describe(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  /** As the standards have it: a code is good once, for who can show the secret and the verifier. */
  private redeem({ headers }: IncomingMessage, form: URLSearchParams): [number, object] {
    const granted = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const pair = [CLIENT_ID, CLIENT_SECRET].map(encodeURIComponent).join(':');
    if (headers.authorization !== `Basic ${Buffer.from(pair).toString('base64')}`) {
      return [401, { error: 'invalid_client' }];
    }
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const { searchParams } = granted?.asked ?? { searchParams: new URLSearchParams() };
    const isRight =
      searchParams.get('code_challenge') === challenge && searchParams.get('redirect_uri') === form.get('redirect_uri');
    if (!granted || !isRight) return [400, { error: 'invalid_grant' }];
    // What else is in the answer is nothing that anybody signed.
    return [
      200,
      { access_token: 'opaque', token_type: 'Bearer', groups: ['keylink-admins'], id_token: this.sign(granted) },
    ];
  }

  private sign({ claims, key = this.keys[0], alg = 'RS256', asked }: Granted): string {
    const now = Math.floor(Date.now() / 1000);
    const right = {
      iss: this.issuer,
      aud: CLIENT_ID,
      sub: 'erika',
      iat: now,
      exp: now + 300,
      nonce: asked.searchParams.get('nonce'),
    };
    const text = [
      { alg, typ: 'JWT', kid: key.kid },
      { ...right, ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    if (alg === 'none') return `${text}.`;
    if (alg === 'HS256') return `${text}.${createHmac('sha256', CLIENT_SECRET).update(text).digest('base64url')}`;
    return `${text}.${createSign('sha256').update(text).sign(key.privateKey, 'base64url')}`;
  }
}

function toJwk({ kid, publicKey }: ProviderKey): object {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
}
