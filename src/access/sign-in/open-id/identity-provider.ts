import { Injectable, Logger } from '@nestjs/common';
import type { ClientAuth, Configuration, IDToken, ServerMetadata } from 'openid-client';
import { Settings } from '../../../platform/settings/settings';

/** Limit of one request to the provider, in seconds; the callback makes up to three. */
const PATIENCE_SECONDS = 5;
/** How long the provider's metadata is cached, in milliseconds. */
const FRESH_MS = 10 * 60 * 1000;

/** Values that only the browser that began the sign-in can present. */
interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

type Library = typeof import('openid-client');

/** The operator's identity provider. It is contacted, and its library loaded, at the first sign-in. */
@Injectable()
export class IdentityProvider {
  private readonly logger = new Logger('SignIn');
  private known: { readonly metadata: Promise<ServerMetadata>; readonly freshUntil: number } | undefined;

  constructor(private readonly settings: Settings) {}

  /** @throws {Error} if the provider can't be reached */
  async begin(redirectUri: string): Promise<{ url: string; checks: SignInChecks }> {
    const library = await import('openid-client');
    const checks = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    };
    const url = library.buildAuthorizationUrl(await this.configure(library), {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, checks };
  }

  /**
   * Returns the claims once state, nonce, signature, issuer, audience and time are verified.
   * @param address the full callback address
   * @throws {Error} if any check fails
   */
  async finish(address: URL, { state, nonce, verifier }: SignInChecks): Promise<IDToken> {
    const library = await import('openid-client');
    const configuration = await this.configure(library);
    try {
      const tokens = await library.authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return tokens.claims()!;
    } catch (error) {
      // The provider may have moved since its metadata was read.
      this.known = undefined;
      throw error;
    }
  }

  /** Fetches the keys for each sign-in, so that key rotations take effect at once. */
  private async configure(library: Library): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings.openId!;
    const metadata = await this.discover(library);
    const takesBasic = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    const authentication = takesBasic ? basic(clientId, clientSecret) : library.ClientSecretPost(clientSecret);
    const configuration = new library.Configuration(metadata, clientId, undefined, authentication);
    configuration.timeout = PATIENCE_SECONDS;
    library.enableNonRepudiationChecks(configuration);
    if (issuer.startsWith('http:')) library.allowInsecureRequests(configuration);
    return configuration;
  }

  private discover(library: Library): Promise<ServerMetadata> {
    if (this.known && performance.now() < this.known.freshUntil) return this.known.metadata;
    const { issuer, clientId } = this.settings.openId!;
    const execute = issuer.startsWith('http:') ? [library.allowInsecureRequests] : [];
    const metadata = library
      .discovery(new URL(issuer), clientId, undefined, undefined, { timeout: PATIENCE_SECONDS, execute })
      .then((found) => ({ ...found.serverMetadata() }));
    const known = { metadata, freshUntil: performance.now() + FRESH_MS };
    this.known = known;
    metadata.catch((error: unknown) => {
      if (this.known === known) this.known = undefined;
      this.logger.warn(`The identity provider can't be asked about itself: ${reasonOf(error)}`);
    });
    return metadata;
  }
}

/** As the standard requires. The library also escapes hyphens and dots, which some providers don't decode. */
function basic(clientId: string, clientSecret: string): ClientAuth {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return (_server, _client, _body, headers) => headers.set('authorization', authorization);
}

/** Leaves out the error's details, which may hold a code or a token. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? error.message : `${error.message} (${code})`;
  return error.cause instanceof Error ? `${reason}: ${error.cause.message}` : reason;
}
