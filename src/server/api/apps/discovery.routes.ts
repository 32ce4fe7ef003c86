import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { SCOPES } from '#contracts/access/access.ts';
import type { AuthorizationServer } from '#contracts/apps/app.ts';
import * as routes from '#contracts/apps/routes.ts';
import type { Declaration } from '#contracts/wire/declare.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { serve } from '../kit/route/serve.ts';
import { takesApps, type AppDeps } from './app-deps.ts';

/** Where apps find out how to sign in. */
export function registerDiscovery(app: FastifyInstance, deps: AppDeps): void {
  const base = basePath(deps);
  // An issuer with a path has its documents behind the path, and, by RFC 8414 and 9728, in front of
  // it too.
  for (const path of new Set(['', base])) {
    serverRoute(app, deps, at(routes.getAuthorizationServer, path));
    resourceRoute(app, deps, at(routes.getProtectedResource, path));
  }
  guideRoute(app, deps);
}

/** The same declaration with a path behind its own. */
function at<D extends Declaration>(declared: D, path: string): D {
  return path === ''
    ? declared
    : { ...declared, path: declared.path + path, id: `${declared.id}BeforePath` };
}

function serverRoute(
  app: FastifyInstance,
  deps: AppDeps,
  declared: typeof routes.getAuthorizationServer,
): void {
  serve(app, declared, async ({ request }) => {
    // The normal 404 of an unknown path, so that clients searching for an authorization server try
    // the next path.
    if (!takesApps(deps)) throw new AppError('not_found', 'Not Found');
    return authorizationServer(deps, request);
  });
}

function authorizationServer(
  { apps, baseOf }: AppDeps,
  request: FastifyRequest,
): Static<typeof AuthorizationServer> {
  const issuer = baseOf(request);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    ...(apps.settings.registration === 'disabled'
      ? {}
      : { registration_endpoint: `${issuer}/oauth2/register` }),
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/auth.md`,
  };
}

function resourceRoute(
  app: FastifyInstance,
  deps: AppDeps,
  declared: typeof routes.getProtectedResource,
): void {
  serve(app, declared, async ({ request }) => {
    const issuer = deps.baseOf(request);
    return {
      resource: issuer,
      resource_name: 'Telltale',
      authorization_servers: takesApps(deps) ? [issuer] : [],
      bearer_methods_supported: ['header'],
      scopes_supported: [...SCOPES],
      resource_documentation: `${issuer}/auth.md`,
    };
  });
}

function guideRoute(app: FastifyInstance, deps: AppDeps): void {
  serve(app, routes.getCredentialGuide, async ({ request }) =>
    credentialGuide({
      base: deps.baseOf(request),
      closed: deps.authenticator.required,
      apps: takesApps(deps),
    }),
  );
}

/** The path of the server's own address; empty where it has none. */
function basePath({ signIn, rootPath }: AppDeps): string {
  const { publicUrl } = signIn.settings;
  return publicUrl === null ? rootPath : new URL(publicUrl).pathname.replace(/(?<!\/)\/+$/, '');
}

interface GuideFacts {
  readonly base: string;
  /** Whether authentication is on. */
  readonly closed: boolean;
  /** Whether apps sign in through the browser. */
  readonly apps: boolean;
}

/**
 * How to get a credential for this server, as Markdown: for people, and for agents that look for
 * `/auth.md`.
 */
function credentialGuide({ base, closed, apps }: GuideFacts): Uint8Array {
  const parts = closed
    ? [...(apps ? [throughBrowser(base)] : []), byKey(), howToSend(base)]
    : [open()];
  return new TextEncoder().encode(
    [`# Credentials for Telltale\n\nServer: ${base}\n`, ...parts].join('\n'),
  );
}

function open(): string {
  return 'Authentication is off: every request is answered without a credential.\n';
}

function throughBrowser(base: string): string {
  return `## Sign in through the browser

OAuth 2, authorization code with PKCE (S256); clients have no secret.

- Addresses: \`GET ${base}/.well-known/oauth-authorization-server\`
- An unregistered client registers itself: \`POST ${base}/oauth2/register\`
- The user decides on a page of the server. Request the scopes you need: without any, a client can only read. A client keeps the granted scopes as long as the user's role has them.
- \`admin\` is granted only to a client that requests it. No client can change users, passwords, API keys or other clients.
- An access token is valid for minutes. Refresh tokens work once; using one again revokes the client's access.
- The user sees the client at ${base}/profile, under "Apps", and can revoke its access there.
`;
}

function byKey(): string {
  return `## API key

For programs that run by themselves. Made on the page under Settings, API keys; shown once.
`;
}

function howToSend(base: string): string {
  return `## Send it

\`\`\`
GET ${base}/v1/projects
Authorization: Bearer <key or access token>
\`\`\`

The same goes for OTLP over HTTP, and for OTLP over gRPC as metadata. Without a valid one the answer is 401.
`;
}
