import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { LdapLoginBody } from '#contracts/sign-in/sign-in.ts';
import { clientAddress } from '../kit/request/client-address.ts';
import { route } from '../kit/route/route.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import { assertSignIn } from './auth-deps.ts';
import type { AuthDeps } from './auth-deps.ts';

/** Signing in by a directory. */
export function registerLdap(app: FastifyInstance, { authenticator, signIn }: AuthDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/auth/ldap/login',
      id: 'loginByDirectory',
      audit: 'session.create',
      access: 'open',
      tag: 'sign-in',
      summary: 'Sign in by a directory',
      description:
        'Takes the name and password of an LDAP directory, whose groups determine the role. The answer is the same for an unknown name as for a wrong password. 405 where no directory is configured.',
      body: LdapLoginBody,
      bodyExample: { username: 'ada', password: 'correct horse battery' },
      ok: { status: 204, description: 'Signed in: two cookies hold the session.' },
      errors: ['unauthenticated', 'method_not_allowed', 'unavailable'],
    },
    async ({ body, request, reply, note }) => {
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
    },
  );
}
