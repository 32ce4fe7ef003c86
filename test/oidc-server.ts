import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { IdentityProvider } from '#server/auth/identity-provider.ts';
import { readIdentityProviders } from '#server/settings/identity-provider-settings.ts';

/**
 * A real identity provider on a free port. Its screens ask for a login name and consent; any
 * password is accepted.
 */
export interface OidcServer {
  readonly configUrl: string;
  /** Users who sign in as this name have these claims. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** Former users of the provider. */
  readonly gone: Set<string>;
  readonly issuer: string;
  /** Starts the server, for a client with these addresses; it has a secret by default. */
  start(redirectUris: readonly string[], client?: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

export const OIDC_CLIENT = {
  client_id: 'telltale',
  client_secret: 'a-client-secret-of-the-test-1234',
};

/**
 * The server as the provider `local` of a server under test, with further settings, by their names
 * without `SERVICE_OAUTH2_LOCAL_`.
 */
export function localProviders(
  oidc: OidcServer,
  settings: Readonly<Record<string, string>>,
): readonly IdentityProvider[] {
  const variables = {
    CLIENT_ID: OIDC_CLIENT.client_id,
    CLIENT_SECRET: OIDC_CLIENT.client_secret,
    OIDC_CONFIG_URL: oidc.configUrl,
    ...settings,
  };
  const environment = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [`SERVICE_OAUTH2_LOCAL_${name}`, value]),
  );
  return readIdentityProviders(environment).map((one) => new IdentityProvider(one));
}

/**
 * The port is known before the client's addresses are: the server under test needs the one to have
 * the others.
 */
export async function openOidcServer(): Promise<OidcServer> {
  let handle: ((...call: Parameters<ReturnType<Provider['callback']>>) => unknown) | null = null;
  const server = createServer((request, response) => {
    if (handle === null) response.writeHead(503).end();
    else handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // as: it listens on TCP, so its address is no path.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Readonly<Record<string, unknown>>>();
  const gone = new Set<string>();
  return {
    gone,
    configUrl: `${issuer}/.well-known/openid-configuration`,
    people,
    issuer,
    start: (redirectUris, client = OIDC_CLIENT) => {
      const provider = new Provider(issuer, {
        clients: [
          {
            grant_types: ['authorization_code', 'refresh_token'],
            ...client,
            redirect_uris: [...redirectUris],
          },
        ],
        pkce: { required: () => true },
        rotateRefreshToken: true,
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: [
            'name',
            'preferred_username',
            'groups',
            'role',
            'realm_access',
            'resource_access',
            'hd',
            '_claim_names',
            '_claim_sources',
          ],
        },
        features: { devInteractions: { enabled: true } },
        cookies: { keys: ['a key of the test'] },
        findAccount: (_context, id) =>
          gone.has(id)
            ? undefined
            : { accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) },
      });
      handle = provider.callback();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/**
 * Goes through the provider's screens as a browser would, from the address it was led to; the
 * address it is led back to.
 */
export async function passOidcScreens(address: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  const issuer = new URL(address).origin;
  let [url, body]: [string, URLSearchParams | null] = [address, null];
  for (let step = 0; step < 20; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body === null ? {} : { method: 'POST', body }),
    });
    for (const [name = '', value = ''] of reply.headers
      .getSetCookie()
      .map((one) => (one.split(';')[0] ?? '').split('=')))
      jar.set(name, value);
    const text: string = await reply.text();
    const location: string | null = reply.headers.get('location');
    if (location !== null) {
      [url, body] = [new URL(location, url).href, null];
      if (!url.startsWith(issuer)) return url;
      continue;
    }
    const action: string | undefined = /action="([^"]+)"/.exec(text)?.[1];
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(text) ?? [];
    if (action === undefined)
      throw new Error(`The provider answered ${reply.status}: ${text.slice(0, 300)}`);
    [url, body] = [
      new URL(action, url).href,
      new URLSearchParams({ prompt, login, password: 'any' }),
    ];
  }
  throw new Error('The provider leads nowhere.');
}
