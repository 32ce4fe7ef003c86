import { accessSync, constants } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ROLES } from '#contracts/access/access.ts';
import { isFilterTemplate } from '#core/directory/directory-filter.ts';
import { normalDn } from '#core/directory/normal-dn.ts';
import type { GroupRole } from '#core/directory/group-roles.ts';
import { DIRECTORY_TLS_MODES } from '#server/auth/directory/directory-settings.ts';
import {
  booleanValue,
  directory as pathOf,
  givenSecret,
  integer,
  list,
  oneOf,
  port,
  type Parser,
} from './setting-parsers.ts';
import { optional, setting } from './setting.ts';

const BASES_MAX = 20;
const MAPPINGS_MAX = 500;
const Names = Type.Array(Type.String(), { minItems: 1, maxItems: BASES_MAX });
const Mappings = Type.Array(
  Type.Object({ group_dn: Type.String({ minLength: 1 }), role: Type.String() }),
  {
    minItems: 1,
    maxItems: MAPPINGS_MAX,
  },
);

const hosts: Parser<readonly string[]> = {
  accepted:
    'host names or addresses, separated by commas, such as ldap1.example.org,ldap2.example.org',
  parse(text) {
    const names = (list.parse(text) ?? []).map((name) => name.replace(/^\[(.+)\]$/, '$1'));
    return names.length > 0 && names.every((name) => /^[A-Za-z0-9._:-]+$/.test(name))
      ? names
      : null;
  },
};

const names: Parser<readonly string[]> = {
  accepted: 'a JSON list of distinguished names, such as ["ou=people,dc=example,dc=org"]',
  parse(text) {
    const value = jsonOf(text);
    return Value.Check(Names, value) &&
      value.every((name) => name === '' || normalDn(name) !== null)
      ? value
      : null;
  },
};

const filter: Parser<string> = {
  accepted: 'an LDAP filter with %s for the user, such as (&(objectClass=user)(sAMAccountName=%s))',
  parse: (text) => (isFilterTemplate(text) ? text : null),
};

const attribute: Parser<string> = {
  accepted: 'the name of an attribute',
  parse: (text) => (/^[A-Za-z][A-Za-z0-9-]*$/.test(text) ? text : null),
};

const dn: Parser<string> = {
  accepted: 'a distinguished name, such as cn=telltale,dc=example,dc=org, or name@domain',
  parse: (text) => (normalDn(text) !== null || /^[^\s@]+@[^\s@]+$/.test(text) ? text : null),
};

const mappings: Parser<readonly GroupRole[]> = {
  accepted:
    'a JSON list such as [{"group_dn": "cn=admins,dc=example,dc=org", "role": "ADMIN"}, {"group_dn": "*", "role": "VIEWER"}]',
  parse(text) {
    const value = jsonOf(text);
    if (!Value.Check(Mappings, value)) return null;
    const mapped = value.flatMap(({ group_dn: groupDn, role }) =>
      ROLES.filter(
        (one) => one === role.toUpperCase() && (groupDn === '*' || normalDn(groupDn) !== null),
      ).map((one) => ({
        groupDn,
        role: one,
      })),
    );
    return mapped.length === value.length ? mapped : null;
  },
};

const readableFile: Parser<string> = {
  accepted: 'a path of a file that can be read',
  parse(text) {
    try {
      const file = pathOf.parse(text);
      if (file !== null) accessSync(file, constants.R_OK);
      return file;
    } catch {
      return null;
    }
  },
};

/** Settings of signing in by a directory, over LDAP. */
export const DIRECTORY_SETTINGS = {
  ldapHosts: setting<readonly string[]>(
    'LDAP_HOST',
    'Directory',
    hosts,
    [],
    'Hosts of the directory that people sign in by, asked in this order until one answers; none disables directory sign-in.',
    'none',
  ),
  ldapPort: setting(
    'LDAP_PORT',
    'Directory',
    optional(port),
    null,
    'Port of the directory.',
    '389, or 636 with ldaps',
  ),
  ldapTlsMode: setting(
    'LDAP_TLS_MODE',
    'Directory',
    oneOf(...DIRECTORY_TLS_MODES),
    'starttls',
    'How the connection is encrypted: StartTLS before any other request, from the start (ldaps), or not at all (none), so that passwords can be intercepted.',
  ),
  ldapTlsVerify: setting(
    'LDAP_TLS_VERIFY',
    'Directory',
    booleanValue,
    true,
    'Whether the certificate has to be a trusted one of that host; without it, anyone on the network path can impersonate the directory.',
  ),
  ldapCaFile: setting(
    'LDAP_TLS_CA_CERT_FILE',
    'Directory',
    optional(readableFile),
    null,
    'Certificates to trust, as PEM.',
    'those of Node',
  ),
  ldapCertFile: setting(
    'LDAP_TLS_CLIENT_CERT_FILE',
    'Directory',
    optional(readableFile),
    null,
    'A certificate to show to the directory, as PEM.',
    'none',
  ),
  ldapKeyFile: setting(
    'LDAP_TLS_CLIENT_KEY_FILE',
    'Directory',
    optional(readableFile),
    null,
    'The key of that certificate, as PEM.',
    'none',
  ),
  ldapBindDn: setting(
    'LDAP_BIND_DN',
    'Directory',
    optional(dn),
    null,
    'Account that looks people up.',
    'anonymous',
  ),
  ldapBindPassword: setting(
    'LDAP_BIND_PASSWORD',
    'Directory',
    optional(givenSecret),
    null,
    'Its password.',
    'none',
  ),
  ldapUserBases: setting<readonly string[]>(
    'LDAP_USER_SEARCH_BASE_DNS',
    'Directory',
    names,
    [],
    'Where people are looked for, as a JSON list; needed with SERVICE_LDAP_HOST.',
    'none',
  ),
  ldapUserFilter: setting(
    'LDAP_USER_SEARCH_FILTER',
    'Directory',
    filter,
    '(&(objectClass=user)(sAMAccountName=%s))',
    'The filter an entry must match; %s is the typed name.',
  ),
  ldapEmailAttribute: setting(
    'LDAP_ATTR_EMAIL',
    'Directory',
    attribute,
    'mail',
    'Attribute with the e-mail address; `null` where people have none, which needs SERVICE_LDAP_ATTR_UNIQUE_ID.',
  ),
  ldapIdAttribute: setting(
    'LDAP_ATTR_UNIQUE_ID',
    'Directory',
    optional(attribute),
    null,
    'Attribute that never changes, such as entryUUID or objectGUID: people are known by it, and by their address without it.',
    'none',
  ),
  ldapNameAttribute: setting(
    'LDAP_ATTR_DISPLAY_NAME',
    'Directory',
    attribute,
    'displayName',
    'Attribute with the name to show.',
  ),
  ldapMemberOfAttribute: setting(
    'LDAP_ATTR_MEMBER_OF',
    'Directory',
    attribute,
    'memberOf',
    'Attribute with the groups of a user.',
  ),
  ldapGroupBases: setting<readonly string[]>(
    'LDAP_GROUP_SEARCH_BASE_DNS',
    'Directory',
    names,
    [],
    'Where groups are looked for, as a JSON list; together with a filter for them.',
    'none',
  ),
  ldapGroupFilter: setting(
    'LDAP_GROUP_SEARCH_FILTER',
    'Directory',
    optional(filter),
    null,
    'Finds the groups of a user whose own entry does not list them, such as (&(objectClass=posixGroup)(memberUid=%s)).',
    'none',
  ),
  ldapGroupUserAttribute: setting(
    'LDAP_GROUP_SEARCH_FILTER_USER_ATTR',
    'Directory',
    optional(attribute),
    null,
    'Attribute of the entry that replaces %s in that filter; `dn` for its distinguished name.',
    'the name that was typed',
  ),
  ldapRoles: setting<readonly GroupRole[]>(
    'LDAP_GROUP_ROLE_MAPPINGS',
    'Directory',
    mappings,
    [],
    'Roles of groups, as a JSON list: the first match applies, `*` matches every user, and users without a match are refused. Required with SERVICE_LDAP_HOST.',
    'none',
  ),
  ldapAllowSignUp: setting(
    'LDAP_ALLOW_SIGN_UP',
    'Directory',
    booleanValue,
    true,
    'Users in the directory whose groups map to a role get an account at their first sign-in; otherwise an admin creates it first.',
  ),
  ldapRecheckMinutes: setting(
    'LDAP_RECHECK_MINUTES',
    'Directory',
    integer(0, 10_080),
    60,
    'Minutes after which people are looked up in the directory again: who is gone, disabled or without a role there loses sessions, and keys are refused. Needs SERVICE_LDAP_BIND_DN; 0 for never.',
  ),
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
