import { Type, type Static } from 'typebox';
import { dataOf } from '../wire/schema-parts.ts';

const CHARS_MAX = 1024;

export const LoginBody = Type.Object({
  email: Type.String({
    maxLength: CHARS_MAX,
    description: 'E-mail address; blanks round it and case do not count.',
    examples: ['ada@example.org'],
  }),
  password: Type.String({ maxLength: CHARS_MAX, description: 'The password.' }),
});
export const LdapLoginBody = Type.Object({
  username: Type.Optional(
    Type.String({
      maxLength: CHARS_MAX,
      description: 'The name in the directory.',
      examples: ['ada'],
    }),
  ),
  password: Type.Optional(
    Type.String({ maxLength: CHARS_MAX, description: 'The password there.' }),
  ),
});
export const LogoutBody = Type.Object({
  everywhere: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Ends every session of the user, on all devices, and cuts off their apps.',
    }),
  ),
});
export const PasswordResetEmailBody = Type.Object({
  email: Type.String({
    minLength: 1,
    maxLength: CHARS_MAX,
    description: 'E-mail address of the account.',
    examples: ['ada@example.org'],
  }),
});
export const PasswordResetBody = Type.Object({
  token: Type.String({ maxLength: CHARS_MAX, description: 'From the link.' }),
  password: Type.String({ minLength: 1, maxLength: CHARS_MAX, description: 'The new password.' }),
});

export const OAuth2ProviderParams = Type.Object({
  idp: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[a-z0-9_]+$',
    description: 'Name of the provider.',
    examples: ['google'],
  }),
});
export const OAuth2LoginParams = Type.Object({
  returnUrl: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'Where to go afterwards, on this server.',
      examples: ['/projects'],
    }),
  ),
});

const Provider = Type.Object(
  {
    name: Type.String({
      description: 'The name in the address: `/oauth2/{name}/login`.',
      examples: ['google'],
    }),
    display_name: Type.String({ description: 'The label of the button.', examples: ['Google'] }),
    auto_login: Type.Boolean({ description: 'Whether the page goes there without being asked.' }),
  },
  { title: 'IdentityProvider' },
);

export const SignInConfig = Type.Object(
  {
    authentication: Type.Boolean({ description: 'False: sign-in is off, and everything is open.' }),
    password: Type.Boolean({ description: 'Whether one can sign in by password.' }),
    ldap: Type.Boolean({ description: 'Whether one can sign in by a directory.' }),
    providers: Type.Array(Provider, {
      maxItems: 100,
      description: 'Identity providers to sign in at.',
    }),
    password_rules: Type.String({
      description: 'The requirements for a new password.',
      examples: ['at least 8 characters; common passwords are refused'],
    }),
    support_email: Type.Union([Type.String(), Type.Null()], {
      description: 'Whom to ask for help (`SERVICE_SUPPORT_EMAIL`).',
      examples: ['help@example.org'],
    }),
    mail: Type.Boolean({ description: 'Whether the server can mail links to a new password.' }),
    needs_setup: Type.Boolean({
      description: 'Whether no admin has a way in yet: the link printed at the start gives one.',
    }),
  },
  { title: 'SignInConfig' },
);
export type SignInConfig = Static<typeof SignInConfig>;
export const SignInConfigReply = dataOf(SignInConfig);
