import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppTokenForm, AppTokens } from '#contracts/apps/app.ts';
import * as routes from '#contracts/apps/routes.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { UNAUTHENTICATED } from '#core/access/principal.ts';
import { actOf } from '#server/audit/audit-entry.ts';
import {
  neededParameter,
  type AppParameters,
  readParameters,
} from '#server/auth/apps/app-parameters.ts';
import { AppRefusal, AppReplayed } from '#server/auth/apps/app-refusal.ts';
import { askedScopes } from '#server/auth/apps/app-scopes.ts';
import { assertOwnResource } from '#server/auth/apps/authorization-request.ts';
import { audited } from '../kit/route/audited.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import { serve, type RouteInput } from '../kit/route/serve.ts';
import { assertApps, type AppDeps } from './app-deps.ts';
import { registerAppErrors, replyWithAppRefusal } from './app-error-reply.ts';

type Call = Pick<
  RouteInput<typeof AppTokenForm, typeof AppTokenForm, typeof AppTokenForm>,
  'caller' | 'request' | 'reply'
>;

/** Where apps get their tokens, and give them back. */
export function registerAppTokens(app: FastifyInstance, deps: AppDeps): void {
  void app.register(async (scope) => {
    registerFormBody(scope);
    registerAppErrors(scope, 'invalid_request');
    tokenRoute(scope, deps);
    revocationRoute(scope, deps);
  });
}

function tokenRoute(scope: FastifyInstance, deps: AppDeps): void {
  serve(
    scope,
    routes.getAppTokens,
    async ({ caller, request, reply }) => {
      assertApps(deps);
      await deps.apps.countCall('token', clientAddress(request));
      assertNoSecret(request);
      const form = formFields(request);
      assertOwnResource(form['resource'], deps.baseOf(request));
      const kind = neededParameter(form, 'grant_type');
      try {
        if (kind === 'authorization_code')
          return await connect(deps, form, { caller, request, reply });
        if (kind === 'refresh_token') return await refresh(deps, form);
      } catch (error) {
        if (error instanceof AppReplayed) noteReplay(request, error);
        throw error;
      }
      throw new AppRefusal(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token.',
      );
    },
    { replyWithRefusal: replyWithAppRefusal },
  );
}

/**
 * An app comes for its first tokens: that has a row in the audit log, in the name of the user who
 * authorized it.
 */
async function connect(
  { apps }: AppDeps,
  form: AppParameters,
  { caller, request, reply }: Call,
): Promise<AppTokens> {
  const exchange = {
    code: neededParameter(form, 'code'),
    clientId: neededParameter(form, 'client_id'),
    redirectUri: neededParameter(form, 'redirect_uri'),
    verifier: neededParameter(form, 'code_verifier'),
  };
  return await audited(
    { action: 'app.connect', caller, request, reply, okStatus: 200 },
    async (note) => {
      const { tokens, grantId, app, user } = await apps.grants.exchange(
        exchange,
        requestOrigin(request),
      );
      note({ targetId: encodeGlobalId('AppGrant', grantId), app }, user);
      return tokens;
    },
  );
}

async function refresh({ apps }: AppDeps, form: AppParameters): Promise<AppTokens> {
  const token = neededParameter(form, 'refresh_token');
  const { tokens } = await apps.grants.refresh(
    token,
    neededParameter(form, 'client_id'),
    askedScopes(form['scope']),
  );
  return tokens;
}

function noteReplay(request: FastifyRequest, { grant, detail }: AppReplayed): void {
  const act = actOf({
    atMs: Date.now(),
    actor: UNAUTHENTICATED,
    action: 'app.replay',
    origin: requestOrigin(request),
    targetId: encodeGlobalId('AppGrant', grant.id),
    details: { app: grant.app, user: grant.email, reason: detail },
  });
  request.server.audit?.log.note(act, { result: 'denied', status: 400 });
  request.log.warn(
    { grant: grant.id, user: grant.user_id },
    'a used code or refresh token of an app was shown again: the app is cut off',
  );
}

/** An app that shows a secret takes this for another server. */
function assertNoSecret({ headers }: FastifyRequest): void {
  if (/^basic /i.test(headers.authorization ?? ''))
    throw new AppRefusal(
      'invalid_client',
      'Apps have no secret here: send client_id in the form (token_endpoint_auth_method none).',
    );
}

function revocationRoute(scope: FastifyInstance, { apps, authenticator }: AppDeps): void {
  serve(
    scope,
    routes.revokeAppToken,
    async ({ caller, request, reply }) => {
      assertApps({ apps, authenticator });
      await apps.countCall('token', clientAddress(request));
      const form = formFields(request);
      const grant = await apps.grants.ofToken(neededParameter(form, 'token'), form['client_id']);
      // Requests with made-up ids create no rows.
      if (grant === null) return;
      await audited(
        { action: 'app.revoke', caller, request, reply, okStatus: 200 },
        async (note) => {
          note(
            { targetId: encodeGlobalId('AppGrant', grant.id), app: grant.app },
            { id: grant.user_id, email: grant.email },
          );
          await apps.grants.cutOff(grant.id, grant.user_id);
        },
      );
    },
    { replyWithRefusal: replyWithAppRefusal },
  );
}

/** Reads bodies as forms, and no others. */
function registerFormBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, text),
  );
}

/** The fields of such a body; throws when one is there twice. */
function formFields({ body }: FastifyRequest): AppParameters {
  return readParameters(typeof body === 'string' ? body : '');
}
