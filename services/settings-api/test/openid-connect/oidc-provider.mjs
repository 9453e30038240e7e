// A real OpenID Connect provider on loopback, in a process of its own: node oidc-provider.mjs <port> <issuer> <redirect
// uri>. Anybody may sign in with any password; the accounts below have these claims.
import { Provider } from 'oidc-provider';

const [port, issuer, redirectUri] = process.argv.slice(2);
const unverified = new Set(['unverified@acme.example']);

const provider = new Provider(issuer, {
  clients: [{ client_id: 'bunting', client_secret: 'secret of bunting', redirect_uris: [redirectUri] }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  cookies: { keys: ['keys of a provider for tests'] },
  pkce: { required: () => true },
  findAccount: (_, login) => ({
    accountId: login,
    claims: () => ({
      sub: login,
      email: login,
      email_verified: !unverified.has(login),
      name: login.split('@')[0],
    }),
  }),
});
provider.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
