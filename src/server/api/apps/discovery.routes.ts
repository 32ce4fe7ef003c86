import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Declaration } from '#contracts/wire/declare.ts';
import * as routes from '#contracts/apps/routes.ts';
import { SCOPES } from '#contracts/access/access.ts';
import type { AuthorizationServer } from '#contracts/apps/app.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { serve } from '../kit/route/serve.ts';
import { takesApps, type AppDeps } from './app-deps.ts';
import { credentialGuide } from './credential-guide.ts';

/** Where apps find out how to sign in. */
export function registerDiscovery(app: FastifyInstance, deps: AppDeps): void {
  const base = basePath(deps);
  // An issuer with a path has its documents behind the path, and, by RFC 8414 and 9728, in front of it too.
  for (const path of new Set(['', base])) {
    serverRoute(app, deps, at(routes.getAuthorizationServer, path));
    resourceRoute(app, deps, at(routes.getProtectedResource, path));
  }
  guideRoute(app, deps);
}

/** The same declaration with a path behind its own. */
function at<D extends Declaration>(declared: D, path: string): D {
  return path === '' ? declared : { ...declared, path: declared.path + path, id: `${declared.id}BeforePath` };
}

function serverRoute(app: FastifyInstance, deps: AppDeps, declared: typeof routes.getAuthorizationServer): void {
  serve(app, declared, async ({ request }) => {
    // The normal 404 of an unknown path, so that clients searching for an authorization server try the next path.
    if (!takesApps(deps)) throw new AppError('not_found', 'Not Found');
    return authorizationServer(deps, request);
  });
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

function resourceRoute(app: FastifyInstance, deps: AppDeps, declared: typeof routes.getProtectedResource): void {
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
    credentialGuide({ base: deps.baseOf(request), closed: deps.authenticator.required, apps: takesApps(deps) }),
  );
}

/** The path of the server's own address; empty where it has none. */
function basePath({ signIn, rootPath }: AppDeps): string {
  const { publicUrl } = signIn.settings;
  return publicUrl === null ? rootPath : new URL(publicUrl).pathname.replace(/(?<!\/)\/+$/, '');
}
