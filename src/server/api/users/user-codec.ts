import { encodeGlobalId } from '#contracts/wire/ids.ts';

import type { User } from '#contracts/users/user.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';

/** A user as replies show it; never its password. */
export function userReply(user: UserRecord): User {
  const fields = {
    id: encodeGlobalId('User', user.id),
    created_at: isoFromUnixMs(user.created_at_ms),
    updated_at: isoFromUnixMs(user.updated_at_ms),
    email: user.email,
    username: user.username,
    role: user.role,
  };
  const suspended =
    user.suspended_at_ms === null ? {} : { suspended_at: isoFromUnixMs(user.suspended_at_ms) };
  switch (user.auth_method) {
    case 'LOCAL':
      return {
        ...fields,
        auth_method: 'LOCAL',
        password_needs_reset: user.password_needs_reset === 1,
      };
    case 'LDAP':
      return {
        ...fields,
        auth_method: 'LDAP',
        ...suspended,
      };
    case 'OAUTH2':
      return {
        ...fields,
        auth_method: 'OAUTH2',
        ...(user.oauth2_client_id === null ? {} : { oauth2_client_id: user.oauth2_client_id }),
        ...(user.oauth2_user_id === null ? {} : { oauth2_user_id: user.oauth2_user_id }),
        ...(user.profile_picture_url === null
          ? {}
          : { profile_picture_url: user.profile_picture_url }),
        ...suspended,
      };
  }
}
