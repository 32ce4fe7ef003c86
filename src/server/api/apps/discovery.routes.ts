import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { SCOPES } from '#contracts/access/access.ts';
import { AuthorizationServer, ProtectedResource } from '#contracts/apps/app.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { route } from '../kit/route/route.ts';
import { takesApps } from './app-deps.ts';
import type { AppDeps } from './app-deps.ts';
import { credentialGuide } from './credential-guide.ts';

const SERVER = '/.well-known/oauth-authorization-server';
const RESOURCE = '/.well-known/oauth-protected-resource';
const tag = 'apps';
const open = { method: 'GET', access: 'open', anyOrigin: true, tag } as const;

/** Where apps find out how to sign in. */
export function registerDiscovery(app: FastifyInstance, deps: AppDeps): void {
  const base = basePath(deps);
  // An issuer with a path has its documents behind the path, and, by RFC 8414 and 9728, in front of it too.
  for (const path of new Set(['', base])) {
    const suffix = path === '' ? '' : 'BeforePath';
    serverRoute(app, deps, SERVER + path, `getAuthorizationServer${suffix}`);
    resourceRoute(app, deps, RESOURCE + path, `getProtectedResource${suffix}`);
  }
  guideRoute(app, deps);
}

function serverRoute(app: FastifyInstance, deps: AppDeps, path: string, id: string): void {
  route(
    app,
    {
      ...open,
      path,
      id,
      summary: 'How apps sign in',
      description: 'The authorization server (RFC 8414). 404 where apps do not sign in: then a key is the only way.',
      ok: { status: 200, description: 'Its addresses, and what it can do.', schema: AuthorizationServer },
      errors: ['not_found'],
    },
    async ({ request }) => {
      // The normal 404 of an unknown path, so that clients searching for an authorization server try the next path.
      if (!takesApps(deps)) throw new AppError('not_found', 'Not Found');
      return authorizationServer(deps, request);
    },
  );
}

function authorizationServer({ apps, baseOf }: AppDeps, request: FastifyRequest): Static<typeof AuthorizationServer> {
  const issuer = baseOf(request);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    ...(apps.settings.registration === 'disabled' ? {} : { registration_endpoint: `${issuer}/oauth2/register` }),
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

function resourceRoute(app: FastifyInstance, deps: AppDeps, path: string, id: string): void {
  route(
    app,
    {
      ...open,
      path,
      id,
      summary: 'Where tokens come from',
      description: 'Protected resource metadata (RFC 9728). Lists no authorization server if app sign-in is off.',
      ok: { status: 200, description: 'The resource.', schema: ProtectedResource },
      errors: [],
    },
    async ({ request }) => {
      const issuer = deps.baseOf(request);
      return {
        resource: issuer,
        resource_name: 'Telltale',
        authorization_servers: takesApps(deps) ? [issuer] : [],
        bearer_methods_supported: ['header'],
        scopes_supported: [...SCOPES],
        resource_documentation: `${issuer}/auth.md`,
      };
    },
  );
}

function guideRoute(app: FastifyInstance, deps: AppDeps): void {
  route(
    app,
    {
      ...open,
      path: '/auth.md',
      id: 'getCredentialGuide',
      summary: 'How to get a credential',
      description: 'The same for people and agents, as Markdown.',
      ok: { status: 200, description: 'The guide.', schema: Type.String(), contentType: 'text/markdown; charset=utf-8' },
      errors: [],
    },
    async ({ request }) => credentialGuide({ base: deps.baseOf(request), closed: deps.authenticator.required, apps: takesApps(deps) }),
  );
}

/** The path of the server's own address; empty where it has none. */
function basePath({ signIn, rootPath }: AppDeps): string {
  const { publicUrl } = signIn.settings;
  return publicUrl === null ? rootPath : new URL(publicUrl).pathname.replace(/(?<!\/)\/+$/, '');
}
