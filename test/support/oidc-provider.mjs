// An identity provider that had no part in keylink: npm's oidc-provider, with its own pages to sign in by. Arguments: its port,
// and where it leads back to. Says "ready" when it listens. A process of its own: Jest can't load its ES modules on Node 20.
import { Provider } from 'oidc-provider';

const [port, redirectUri] = process.argv.slice(2);

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: 'keylink', client_secret: 'a-secret', redirect_uris: [redirectUri] }],
  pkce: { required: () => true },
  // In the token itself, as most providers have it.
  conformIdTokenClaims: false,
  claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, groups: ['helpdesk'] }),
  }),
  cookies: { keys: ['not a secret'] },
});
provider.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
