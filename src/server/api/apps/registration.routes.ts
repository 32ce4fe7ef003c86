import type { FastifyInstance } from 'fastify';
import { RegisterAppBody, RegisteredApp } from '#contracts/apps/app.ts';
import { redirectUrisOf } from '#server/auth/apps/app-clients.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { route } from '../kit/route/route.ts';
import { assertApps } from './app-deps.ts';
import type { AppDeps } from './app-deps.ts';
import { appRefusalBody, registerAppErrors, replyWithAppRefusal } from './app-error-reply.ts';

const BODY_BYTES_MAX = 32_768;

/** Where apps that are unknown here register. */
export function registerRegistration(app: FastifyInstance, deps: AppDeps): void {
  void app.register(async (scope) => {
    registerAppErrors(scope, 'invalid_client_metadata');
    registrationRoute(scope, deps);
  });
}

function registrationRoute(scope: FastifyInstance, { apps, authenticator }: AppDeps): void {
  route(
    scope,
    {
      method: 'POST',
      path: '/oauth2/register',
      id: 'registerApp',
      audit: 'app.register',
      access: 'open',
      anyOrigin: true,
      tag: 'apps',
      summary: 'Register an app',
      description:
        'Registers an app by its own metadata (RFC 7591). Registration grants no access: a user has to authorize the app, and sees its redirect address. An app that no user authorizes within a week is deleted.',
      body: RegisterAppBody,
      rawBody: true,
      bodyBytesMax: BODY_BYTES_MAX,
      bodyExample: { client_name: 'My editor', redirect_uris: ['http://127.0.0.1/callback'] },
      ok: { status: 201, description: 'Its name for requests.', schema: RegisteredApp },
      errors: ['not_found'],
      refusalBody: appRefusalBody,
      replyWithRefusal: replyWithAppRefusal,
    },
    async ({ request, note }) => {
      assertApps({ apps, authenticator });
      const address = clientAddress(request);
      apps.countCall('registration', address);
      const { body }: { readonly body: unknown } = request;
      const client = await apps.clients.register(body, address);
      note({ targetId: client.client_id, app: client.name });
      return {
        client_id: client.client_id,
        client_id_issued_at: Math.floor(client.created_at_ms / 1000),
        client_name: client.name,
        redirect_uris: [...redirectUrisOf(client)],
        grant_types: ['authorization_code', ...(client.can_refresh === 1 ? ['refresh_token'] : [])],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      };
    },
  );
}
