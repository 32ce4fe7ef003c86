import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/apps/routes.ts';
import { redirectUrisOf } from '#server/auth/apps/app-clients.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { serve } from '../kit/route/serve.ts';
import { assertApps, type AppDeps } from './app-deps.ts';
import { registerAppErrors, replyWithAppRefusal } from './app-error-reply.ts';

/** Where apps that are unknown here register. */
export function registerRegistration(app: FastifyInstance, deps: AppDeps): void {
  void app.register(async (scope) => {
    registerAppErrors(scope, 'invalid_client_metadata');
    registrationRoute(scope, deps);
  });
}

function registrationRoute(scope: FastifyInstance, { apps, authenticator }: AppDeps): void {
  serve(
    scope,
    routes.registerApp,
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
    { replyWithRefusal: replyWithAppRefusal },
  );
}
