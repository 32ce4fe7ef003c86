import type { DirectorySettings } from '#server/auth/directory/directory-settings.ts';
import type { DIRECTORY_SETTINGS } from './directory-settings.ts';
import { SettingError } from './setting-error.ts';
import type { Setting } from './setting.ts';

type Values = {
  readonly [
    Key in keyof typeof DIRECTORY_SETTINGS
  ]: (typeof DIRECTORY_SETTINGS)[Key] extends Setting<infer T> ? T : never;
};

const NO_EMAIL = 'null';
const MINUTE_MS = 60_000;

/** The directory of `SERVICE_LDAP_*`; null without a host. */
export function readDirectory(values: Values): DirectorySettings | null {
  if (values.ldapHosts.length === 0) return null;
  assertComplete(values);
  const {
    ldapBindDn: dn,
    ldapBindPassword: password,
    ldapTlsMode: mode,
    ldapGroupFilter: filter,
  } = values;
  return {
    hosts: values.ldapHosts,
    port: values.ldapPort ?? (mode === 'ldaps' ? 636 : 389),
    tls: {
      mode,
      verify: values.ldapTlsVerify,
      caFile: values.ldapCaFile,
      certFile: values.ldapCertFile,
      keyFile: values.ldapKeyFile,
    },
    service: dn === null || password === null ? null : { dn, password },
    userBases: values.ldapUserBases,
    userFilter: values.ldapUserFilter,
    emailAttribute: values.ldapEmailAttribute === NO_EMAIL ? null : values.ldapEmailAttribute,
    uniqueIdAttribute: values.ldapIdAttribute,
    nameAttribute: values.ldapNameAttribute,
    memberOfAttribute: values.ldapMemberOfAttribute,
    groups:
      filter === null
        ? null
        : { filter, bases: values.ldapGroupBases, userAttribute: values.ldapGroupUserAttribute },
    roles: values.ldapRoles,
    allowSignUp: values.ldapAllowSignUp,
    // Without an account that looks people up, users who exist may not be found.
    recheckMs:
      dn === null || values.ldapRecheckMinutes === 0 ? null : values.ldapRecheckMinutes * MINUTE_MS,
  };
}

function assertComplete(values: Values): void {
  const problems: string[] = [];
  const needed = (isThere: boolean, name: string, why: string): void => {
    if (!isThere) problems.push(`SERVICE_LDAP_${name} is missing; ${why} needs it.`);
  };
  needed(values.ldapUserBases.length > 0, 'USER_SEARCH_BASE_DNS', 'SERVICE_LDAP_HOST');
  needed(values.ldapRoles.length > 0, 'GROUP_ROLE_MAPPINGS', 'SERVICE_LDAP_HOST');
  needed(
    values.ldapBindDn === null || values.ldapBindPassword !== null,
    'BIND_PASSWORD',
    'SERVICE_LDAP_BIND_DN',
  );
  needed(
    values.ldapBindPassword === null || values.ldapBindDn !== null,
    'BIND_DN',
    'SERVICE_LDAP_BIND_PASSWORD',
  );
  needed(
    values.ldapCertFile === null || values.ldapKeyFile !== null,
    'TLS_CLIENT_KEY_FILE',
    'SERVICE_LDAP_TLS_CLIENT_CERT_FILE',
  );
  needed(
    values.ldapKeyFile === null || values.ldapCertFile !== null,
    'TLS_CLIENT_CERT_FILE',
    'SERVICE_LDAP_TLS_CLIENT_KEY_FILE',
  );
  needed(
    values.ldapGroupFilter === null || values.ldapGroupBases.length > 0,
    'GROUP_SEARCH_BASE_DNS',
    'SERVICE_LDAP_GROUP_SEARCH_FILTER',
  );
  needed(
    values.ldapGroupBases.length === 0 || values.ldapGroupFilter !== null,
    'GROUP_SEARCH_FILTER',
    'SERVICE_LDAP_GROUP_SEARCH_BASE_DNS',
  );
  needed(
    values.ldapEmailAttribute !== NO_EMAIL || values.ldapIdAttribute !== null,
    'ATTR_UNIQUE_ID',
    'SERVICE_LDAP_ATTR_EMAIL=null',
  );
  if (problems.length > 0) throw new SettingError(problems);
}
