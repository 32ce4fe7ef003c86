import { Type, type Static } from 'typebox';
import { SCOPES } from '../access/access.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
} from '../wire/schema-parts.ts';

const NAME_CHARS_MAX = 200;
const URI_CHARS_MAX = 1_024;
const TOKEN_CHARS_MAX = 1_024;

const url = (description: string) =>
  Type.String({ description, examples: ['https://telltale.example.org'] });
const words = (description: string) => Type.Array(Type.String(), { description });
const scope = Type.String({
  description: 'Scopes, separated by blanks.',
  examples: ['traces:read projects:read'],
});
const scopeList = (description: string) => Type.Array(oneOf(SCOPES), { description });

/** Where the authorization server is, and what it can do (RFC 8414). */
export const AuthorizationServer = Type.Object(
  {
    issuer: url('The server, as apps know it.'),
    authorization_endpoint: url('Where the browser is sent.'),
    token_endpoint: url('Where codes and refresh tokens are traded for tokens.'),
    revocation_endpoint: url('Where an app gives its tokens back.'),
    registration_endpoint: Type.Optional(
      url('Where apps register themselves; absent where they may not.'),
    ),
    scopes_supported: words('The scopes there are.'),
    response_types_supported: words('`code`.'),
    response_modes_supported: words('`query`.'),
    grant_types_supported: words('`authorization_code` and `refresh_token`.'),
    code_challenge_methods_supported: words('`S256`.'),
    token_endpoint_auth_methods_supported: words('`none`: apps have no secret.'),
    revocation_endpoint_auth_methods_supported: words('`none`.'),
    authorization_response_iss_parameter_supported: Type.Boolean({
      description: 'Answers name the server (RFC 9207).',
    }),
    service_documentation: url('The same for people.'),
  },
  { title: 'AuthorizationServer' },
);

/** The protected resource, and the server that issues tokens for it (RFC 9728). */
export const ProtectedResource = Type.Object(
  {
    resource: url('The server, as apps know it.'),
    resource_name: Type.String({ description: 'Its name for people.' }),
    authorization_servers: words('Where tokens come from; empty where apps do not sign in.'),
    bearer_methods_supported: words('`header`.'),
    scopes_supported: words('The scopes there are.'),
    resource_documentation: url('How to get a credential, for people and agents.'),
  },
  { title: 'ProtectedResource' },
);

/** An app's own metadata; any other field is dropped. */
export const RegisterAppBody = Type.Object(
  {
    client_name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NAME_CHARS_MAX,
        description: 'The name to show on the consent screen.',
      }),
    ),
    redirect_uris: Type.Array(Type.String({ minLength: 1, maxLength: URI_CHARS_MAX }), {
      minItems: 1,
      maxItems: 20,
      description:
        'Redirect URI, matched exactly: `https://…`, `http://` on the user’s own device, or a private scheme. A loopback address without a port matches any port.',
    }),
    grant_types: Type.Optional(
      Type.Array(oneOf(['authorization_code', 'refresh_token']), {
        minItems: 1,
        maxItems: 10,
        description: 'Without `refresh_token` it gets none.',
      }),
    ),
    response_types: Type.Optional(
      Type.Array(oneOf(['code']), { minItems: 1, maxItems: 10, description: '`code`.' }),
    ),
    token_endpoint_auth_method: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Always `none`, whatever is requested: apps have no secret.',
      }),
    ),
  },
  { title: 'RegisterApp' },
);
export type RegisterAppBody = Static<typeof RegisterAppBody>;

export const RegisteredApp = Type.Object(
  {
    client_id: Type.String({ description: 'The client id of the app.', examples: ['tt_dcr_0f…'] }),
    client_id_issued_at: Type.Integer({ description: 'Unix time in seconds.' }),
    client_name: Type.String({ description: 'Name to show.' }),
    redirect_uris: words('Where it may be answered.'),
    grant_types: words('The grant types it may use.'),
    response_types: words('`code`.'),
    token_endpoint_auth_method: Type.String({ description: '`none`.' }),
  },
  { title: 'RegisteredApp' },
);

const formField = (description: string) =>
  Type.Optional(Type.String({ maxLength: TOKEN_CHARS_MAX, description }));

export const AppTokenForm = Type.Object(
  {
    grant_type: oneOf(['authorization_code', 'refresh_token'], { description: 'The grant type.' }),
    client_id: Type.String({ maxLength: TOKEN_CHARS_MAX, description: 'The app.' }),
    code: formField('For `authorization_code`: what the browser brought.'),
    redirect_uri: formField('For `authorization_code`: where it brought it, to the letter.'),
    code_verifier: formField('For `authorization_code`: the secret behind the challenge.'),
    refresh_token: formField('For `refresh_token`: the last one that was given.'),
    scope: formField('For `refresh_token`: fewer scopes than the app was given.'),
    resource: formField('If given, this server.'),
  },
  { title: 'AppTokenForm' },
);

export const AppTokens = Type.Object(
  {
    access_token: Type.String({
      description: 'Shown as `Authorization: Bearer …`, over gRPC as metadata.',
      examples: ['svc_oat_…'],
    }),
    token_type: Type.String({ description: '`Bearer`.' }),
    expires_in: Type.Integer({
      minimum: 1,
      description: 'Seconds for which the access token is good.',
    }),
    refresh_token: Type.Optional(
      Type.String({ description: 'For the next tokens; works once.', examples: ['svc_ort_…'] }),
    ),
    scope,
  },
  { title: 'AppTokens' },
);
export type AppTokens = Static<typeof AppTokens>;

export const AppRevocationForm = Type.Object(
  {
    token: Type.String({
      maxLength: TOKEN_CHARS_MAX,
      description: 'An access token or a refresh token.',
    }),
    token_type_hint: formField('Not needed.'),
    client_id: formField('The app; if given, the token must be its own.'),
  },
  { title: 'AppRevocationForm' },
);

/**
 * The error format for apps: RFC 6749 and 7591, combined with the format of every other error here.
 */
export const AppErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'The error message.' }),
    error: Type.String({ description: 'The same in one word.', examples: ['invalid_grant'] }),
    error_description: Type.String({ description: 'The error message, in ASCII.' }),
  },
  { title: 'AppError' },
);
export type AppErrorBody = Static<typeof AppErrorBody>;

/** A detail in the characters that RFC 6749 lets a description have. */
export function plainDescription(detail: string): string {
  return detail.replaceAll(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, "'");
}

/** The body of such an error, for the OpenAPI document. */
export const appRefusalBody = {
  schema: AppErrorBody,
  example: (detail: string) => ({
    detail,
    error: 'invalid_request',
    error_description: plainDescription(detail),
  }),
} as const;

const PackedRequest = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'The request, as the address of the page holds it.',
});
export const AppRequestParams = Type.Object({ request: PackedRequest });
export const AppDecisionBody = Type.Object({
  request: PackedRequest,
  approved: Type.Boolean({ description: 'Whether the app may act for you.' }),
  level: Type.Optional(
    oneOf(['read-only', 'read-write'], {
      description:
        'For an app that requests no scope: the access to grant. `read-only` by default; 422 for an app that requests scopes.',
    }),
  ),
});
export type AppDecisionBody = Static<typeof AppDecisionBody>;

const PLACES = ['loopback', 'scheme', 'web'] as const;

/** Details shown on the consent screen. */
export const AppRequest = Type.Object(
  {
    client_id: Type.String({ description: 'The app.' }),
    name: Type.String({ description: 'The name the app gives itself.' }),
    built_in: Type.Boolean({
      description:
        'Whether the server came with it; otherwise nothing has verified that it is what it says.',
    }),
    registered_at: isoTime('When it registered itself.'),
    place: Type.String({ description: 'Where the answer goes.', examples: ['127.0.0.1:4711'] }),
    place_kind: oneOf(PLACES, {
      description:
        '`loopback`: a program on the device of the browser. `scheme`: an app there that is opened by its scheme. `web`: a web site.',
    }),
    scopes: scopeList('The scopes asked for; those to read where the app names none.'),
    names_scopes: Type.Boolean({
      description:
        'Whether the app named them. Where it did not, its user may give it `read-write`.',
    }),
    granted: scopeList('The part of it the app could use, given the user’s current role.'),
    ends_at: isoTime('When it would be cut off, however much it is used.'),
    problem: nullable(Type.Object({ detail: Type.String(), redirect_to: Type.String() }), {
      description:
        'Why it can’t be authorized, and where the app receives the error; null when it can.',
    }),
  },
  { title: 'AppRequest' },
);
export type AppRequest = Static<typeof AppRequest>;
export const AppRequestReply = dataOf(AppRequest);
export const AppDecisionReply = dataOf(
  Type.Object({ redirect_to: Type.String({ description: 'Where the browser goes now.' }) }),
);

/** A program that acts for a user. */
export const AppGrant = Type.Object(
  {
    id: globalId('Global ID.', 'QXBwR3JhbnQ6MQ=='),
    client_id: Type.String({ description: 'The app.' }),
    name: Type.String({ description: 'The name the app gives itself.' }),
    built_in: Type.Boolean({ description: 'Whether the server came with it.' }),
    scopes: scopeList('The granted scopes.'),
    created_at: isoTime('When it was authorized.'),
    last_used_at: isoTime(
      'When it last got a token, which it does every few minutes while it is used.',
    ),
    expires_at: isoTime('When it is cut off, however much it is used.'),
    address: nullable(Type.String(), {
      description: 'Where it came from for its first token.',
      examples: ['192.0.2.7'],
    }),
    user_agent: nullable(Type.String(), { description: 'The name the app gave itself there.' }),
  },
  { title: 'AppGrant' },
);
export type AppGrant = Static<typeof AppGrant>;
export const APP_GRANTS_MAX = 50;
export const AppGrantsReply = dataOf(Type.Array(AppGrant, { maxItems: APP_GRANTS_MAX }));

/** The same for admins: with whom it acts for. */
export const UserAppGrant = Type.Object(
  {
    ...AppGrant.properties,
    user: Type.Object(
      {
        id: globalId('Global ID of the user.', 'VXNlcjox'),
        email: Type.String({ description: 'E-mail address of the user.' }),
      },
      { description: 'Whom it acts for.' },
    ),
  },
  { title: 'UserAppGrant' },
);
export type UserAppGrant = Static<typeof UserAppGrant>;
export const UserAppGrantPage = pageOf(UserAppGrant);
export const UserAppListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
export const AppGrantParams = Type.Object({
  app_id: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Global ID of the app’s grant.',
    examples: ['QXBwR3JhbnQ6MQ=='],
  }),
});
