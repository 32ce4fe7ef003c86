import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/sign-in/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { serve } from '../kit/route/serve.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import { assertSignIn, type AuthDeps } from './auth-deps.ts';

/** Signing in by a directory. */
export function registerLdap(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  serve(app, routes.loginByDirectory, async ({ body, request, reply, note }) => {
    if (signIn.directory === null) {
      // As for every other path that is no route.
      reply.header('allow', 'GET, HEAD');
      throw new AppError('method_not_allowed', 'Method Not Allowed: LDAP sign-in isn’t configured. Set SERVICE_LDAP_HOST.');
    }
    assertSignIn(authenticator);
    signIn.countTry('sign-in', clientAddress(request));
    const user = await signIn.directory.check(body.username ?? '', body.password ?? '', requestOrigin(request));
    note({ targetId: encodeGlobalId('User', user.id) }, user);
    await signIn.sessions.end(signIn.cookies.read(request.headers.cookie), false);
    const tokens = await signIn.sessions.begin(user, requestOrigin(request));
    // The role may be another one now.
    authenticator.changed();
    reply.header('set-cookie', signIn.cookies.give(tokens));
  });
}
