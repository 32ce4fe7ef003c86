import { Type, type Static } from 'typebox';
import { ROLES } from '../access/access.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
  repeated,
} from '../wire/schema-parts.ts';
import { USER_NAMES_MAX } from './user-names.ts';

export const AUTH_METHODS = ['LOCAL', 'OAUTH2', 'LDAP'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];
/** `SYSTEM` is the built-in account behind the admin secret and system keys. */
export const USER_ROLES = ['SYSTEM', ...ROLES] as const;

const EMAIL_CHARS_MAX = 254;
const NAME_CHARS_MAX = 128;
/** Longer ones are refused before any work is done. */
const PASSWORD_BODY_CHARS_MAX = 1024;

const email = Type.String({
  minLength: 3,
  maxLength: EMAIL_CHARS_MAX,
  pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
  description: 'E-mail address; upper and lower case count as the same.',
  examples: ['ada@example.org'],
});
const username = Type.String({
  minLength: 1,
  maxLength: NAME_CHARS_MAX,
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  description: 'Name to show; unique.',
  examples: ['ada'],
});
const newPassword = Type.String({
  maxLength: PASSWORD_BODY_CHARS_MAX,
  description:
    'At least 8 characters, or strong where the server asks for that (`GET /auth/config` says so), and none of the 10,000 most common ones.',
  examples: ['correct horse battery'],
});

const userFields = {
  id: globalId('Global ID of the user.', 'VXNlcjox'),
  created_at: isoTime('When it was made.'),
  updated_at: isoTime('When it was last changed.'),
  email: Type.String({
    description: 'E-mail address, in lower case.',
    examples: ['ada@example.org'],
  }),
  username: Type.String({ description: 'Name to show.', examples: ['ada'] }),
  role: oneOf(USER_ROLES, {
    description: '`SYSTEM` is the built-in account behind the admin secret and system keys.',
  }),
};

export const User = Type.Union(
  [
    Type.Object({
      ...userFields,
      auth_method: Type.Literal('LOCAL'),
      password_needs_reset: Type.Boolean({
        description:
          'Whether a session of this user may do nothing but change the password and sign out.',
      }),
    }),
    Type.Object({
      ...userFields,
      auth_method: Type.Literal('OAUTH2'),
      oauth2_client_id: Type.Optional(
        Type.String({ description: 'The client of the identity provider.' }),
      ),
      oauth2_user_id: Type.Optional(Type.String({ description: 'The subject there.' })),
      profile_picture_url: Type.Optional(Type.String({ description: 'Address of a picture.' })),
      suspended_at: Type.Optional(
        isoTime(
          'When the identity provider stopped admitting the user, or the user was inactive for too long: their keys are refused. Absent otherwise.',
        ),
      ),
    }),
    Type.Object({
      ...userFields,
      auth_method: Type.Literal('LDAP'),
      suspended_at: Type.Optional(
        isoTime(
          'When the directory stopped admitting the user: their keys are refused. Absent otherwise.',
        ),
      ),
    }),
  ],
  { title: 'User' },
);
export type User = Static<typeof User>;

export const AnonymousUser = Type.Object(
  { auth_method: Type.Literal('ANONYMOUS', { description: 'Authentication is off.' }) },
  { title: 'AnonymousUser' },
);
export const ViewerReply = dataOf(Type.Union([User, AnonymousUser]));
export const UserReply = dataOf(User);
export const UserPage = pageOf(User);

export const UserListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
export const UserParams = Type.Object({
  user_id: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Global ID of the user.',
    examples: ['VXNlcjox'],
  }),
});

export const UserNamesParams = Type.Object({
  ids: repeated(
    Type.String({ minLength: 1, maxLength: 128, examples: ['VXNlcjox'] }),
    `Global ID of a user. At most ${USER_NAMES_MAX}.`,
    USER_NAMES_MAX,
  ),
});
const UserName = Type.Object(
  {
    id: globalId('Global ID of the user, as asked.', 'VXNlcjox'),
    username: nullable(Type.String(), {
      description: 'Name to show; null of a user who is gone or never was.',
      examples: ['ada'],
    }),
  },
  { title: 'UserName' },
);
/** `GET /v1/user_names`. */
export const UserNamesReply = dataOf(
  Type.Array(UserName, {
    maxItems: USER_NAMES_MAX,
    description: 'Each user asked for once, in the order asked.',
  }),
);
export type UserNamesReply = Static<typeof UserNamesReply>;

export const CreateUserBody = Type.Object({
  user: Type.Object({
    auth_method: oneOf(AUTH_METHODS, {
      description: '`LOCAL` signs in by password, the others at an identity provider or directory.',
    }),
    email,
    username,
    role: oneOf(USER_ROLES, { description: 'The role of the user; `SYSTEM` is refused.' }),
    password: Type.Optional(
      Type.String({
        ...newPassword,
        description: 'Only for `LOCAL`. Without one, the user needs a link to choose it.',
      }),
    ),
    password_needs_reset: Type.Optional(
      Type.Boolean({
        description:
          'Only for `LOCAL`. Whether the user must change the password after signing in: until then, sessions can only do that, read `GET /v1/user` and sign out. False by default.',
      }),
    ),
    oauth2_client_id: Type.Optional(
      Type.String({
        maxLength: 512,
        description: 'Only for `OAUTH2`, when known: the client of the identity provider.',
      }),
    ),
    oauth2_user_id: Type.Optional(
      Type.String({
        maxLength: 512,
        description: 'Only for `OAUTH2`, when known: the subject there.',
      }),
    ),
  }),
  send_welcome_email: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether to mail the user a welcome, where the server can send mail.',
    }),
  ),
});
export type CreateUserBody = Static<typeof CreateUserBody>;

export const ChangeUserBody = Type.Object(
  {
    username: Type.Optional(username),
    role: Type.Optional(
      oneOf(ROLES, {
        description: 'Takes effect with the next request, for the keys of the user too.',
      }),
    ),
    password: Type.Optional(
      Type.String({
        ...newPassword,
        description: 'A new password. Every session of the user ends.',
      }),
    ),
    password_needs_reset: Type.Optional(
      Type.Boolean({
        description:
          'With `password`: whether the user must change it after signing in, before anything else. True by default.',
      }),
    ),
  },
  { minProperties: 1 },
);
export type ChangeUserBody = Static<typeof ChangeUserBody>;

export const PasswordLinkReply = dataOf(
  Type.Object(
    {
      url: Type.String({
        description:
          'Address to hand to the user: there a password is chosen, once. Shown only now.',
      }),
      expires_at: isoTime('Until when it works.'),
    },
    { title: 'PasswordLink' },
  ),
);

export const ChangeViewerBody = Type.Object({ username });
export const ChangePasswordBody = Type.Object({
  current_password: Type.String({
    maxLength: PASSWORD_BODY_CHARS_MAX,
    description: 'The current password.',
  }),
  new_password: newPassword,
});

const UserSession = Type.Object(
  {
    id: globalId('Global ID of the session.', 'VXNlclNlc3Npb246MQ=='),
    created_at: isoTime('When it began.'),
    last_used_at: isoTime(
      'When it was last renewed, which the page does every few minutes while it is used.',
    ),
    expires_at: isoTime('When it ends unless it is used before.'),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'Network address it was begun from.',
      examples: ['192.0.2.7'],
    }),
    user_agent: Type.Union([Type.String(), Type.Null()], {
      description: 'The User-Agent of the browser.',
    }),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  },
  { title: 'UserSession' },
);
export type UserSession = Static<typeof UserSession>;
export const UserSessionsReply = dataOf(Type.Array(UserSession, { maxItems: 50 }));
export const UserSessionParams = Type.Object({
  session_id: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Global ID of the session.',
    examples: ['VXNlclNlc3Npb246MQ=='],
  }),
});
