import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Attribute, Change, Client } from 'ldapts';
import { freePort } from './e2e/free-port.ts';

/**
 * OpenLDAP's server (Debian: `apt-get install slapd`); null where it is not installed, and its
 * tests are skipped.
 */
export const SLAPD: string | null =
  [process.env['SLAPD_PATH'], '/usr/sbin/slapd', '/usr/lib/slapd'].find(
    (file) => file !== undefined && existsSync(file),
  ) ?? null;

/** A real directory in a temporary folder, with StartTLS on one port and TLS on the other. */
export interface LdapServer {
  readonly port: number;
  readonly tlsPort: number;
  /**
   * A certificate authority that this test made; its server certificate is for `localhost` alone.
   */
  readonly caFile: string;
  /** A certificate of a client, signed by it. */
  readonly clientCertFile: string;
  readonly clientKeyFile: string;
  /**
   * Stops its process where it is, so that it neither answers nor closes anything, and lets it go
   * on.
   */
  freeze(): Promise<void>;
  thaw(): void;
  add(dn: string, attributes: Record<string, string | string[] | Buffer>): Promise<void>;
  /** Puts another value in the place of those there are. */
  change(dn: string, attribute: string, value: string): Promise<void>;
  remove(dn: string): Promise<void>;
  close(): Promise<void>;
}

export const LDAP_BASE = 'dc=example,dc=org';
export const LDAP_SERVICE = { dn: `cn=reader,${LDAP_BASE}`, password: 'reader secret' };
const ROOT = { dn: `cn=root,${LDAP_BASE}`, password: 'root secret' };
const START_MS_MAX = 60_000;
const MODULES = ['/usr/lib/ldap', '/usr/lib/openldap', '/usr/lib64/openldap'];
const SCHEMAS = ['/etc/ldap/schema', '/etc/openldap/schema'];

/** `demands` asks every client for a certificate. */
export async function openLdapServer({ demandsCertificate = false } = {}): Promise<LdapServer> {
  if (SLAPD === null) throw new Error('slapd is not installed');
  const folder = mkdtempSync(path.join(tmpdir(), 'telltale-ldap-'));
  mkdirSync(path.join(folder, 'db'));
  makeCertificates(folder);
  const file = (name: string): string => path.join(folder, name);
  const [port, tlsPort] = [await freePort(), await freePort()];
  writeFileSync(file('slapd.conf'), configuration(folder, demandsCertificate));
  // A copy: some systems confine the installed one to its own folders.
  copyFileSync(SLAPD, file('slapd'));
  // The tool that fills an empty database is the server under another name.
  execFileSync(file('slapd'), ['-T', 'add', '-f', file('slapd.conf')], {
    input: TREE,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const listen = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`;
  const child = spawn(file('slapd'), ['-d', '0', '-f', file('slapd.conf'), '-h', listen], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await answers(port, () =>
    child.exitCode === null ? null : `slapd ended with ${child.exitCode}: ${output}`,
  );
  const asRoot = async (work: (client: Client) => Promise<void>): Promise<void> => {
    const client = new Client({ url: `ldap://127.0.0.1:${port}`, timeout: START_MS_MAX });
    await client.bind(ROOT.dn, ROOT.password);
    try {
      await work(client);
    } finally {
      await client.unbind();
    }
  };
  return {
    port,
    tlsPort,
    caFile: file('ca.pem'),
    clientCertFile: file('client.pem'),
    clientKeyFile: file('client.key'),
    freeze: async () => {
      child.kill('SIGSTOP');
      while (!isStopped(child.pid)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    thaw: () => void child.kill('SIGCONT'),
    add: (dn, attributes) => asRoot((client) => client.add(dn, attributesOf(attributes))),
    change: (dn, type, value) =>
      asRoot((client) =>
        client.modify(
          dn,
          new Change({
            operation: 'replace',
            modification: new Attribute({ type, values: [value] }),
          }),
        ),
      ),
    remove: (dn) => asRoot((client) => client.del(dn)),
    close: async () => {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function attributesOf(values: Record<string, string | string[] | Buffer>): Attribute[] {
  // as: the library takes values that are all text or all bytes.
  return Object.entries(values).map(
    ([type, value]) => new Attribute({ type, values: [value].flat() as string[] | Buffer[] }),
  );
}

/** Linux tells; elsewhere the signal is taken at its word. */
function isStopped(pid: number | undefined): boolean {
  const file = `/proc/${pid}/stat`;
  return !existsSync(file) || / T /.test(readFileSync(file, 'utf8').slice(0, 80));
}

function configuration(folder: string, demandsCertificate: boolean): string {
  const schemas = SCHEMAS.find((one) => existsSync(one)) ?? '';
  const modules = MODULES.find(
    (one) => existsSync(path.join(one, 'back_mdb.so')) || existsSync(path.join(one, 'back_mdb.la')),
  );
  return [
    ...['core', 'cosine', 'nis', 'inetorgperson'].map(
      (name) => `include ${schemas}/${name}.schema`,
    ),
    ...ACTIVE_DIRECTORY,
    ...(modules === undefined
      ? []
      : [`modulepath ${modules}`, 'moduleload back_mdb', 'moduleload memberof']),
    `pidfile ${folder}/pid`,
    `TLSCACertificateFile ${folder}/ca.pem`,
    `TLSCertificateFile ${folder}/server.pem`,
    `TLSCertificateKeyFile ${folder}/server.key`,
    `TLSVerifyClient ${demandsCertificate ? 'demand' : 'never'}`,
    // Like many servers: a name without a password binds anonymously.
    'allow bind_anon_dn bind_anon_cred',
    'database mdb',
    'maxsize 16777216',
    `suffix "${LDAP_BASE}"`,
    `rootdn "${ROOT.dn}"`,
    `rootpw "${ROOT.password}"`,
    `directory ${folder}/db`,
    'overlay memberof',
    'access to attrs=userPassword by anonymous auth by * none',
    `access to * by dn.exact="${LDAP_SERVICE.dn}" read by self read by * none`,
    '',
  ].join('\n');
}

/**
 * As much of Active Directory's schema as signing in meets: a class of people, their name and their
 * id, which is bytes.
 */
const ACTIVE_DIRECTORY = [
  "attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )",
  "attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )",
  "attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )",
  "objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP top AUXILIARY MAY ( objectGUID $ sAMAccountName $ userAccountControl ) )",
];

const TREE = `dn: ${LDAP_BASE}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${LDAP_SERVICE.dn}
objectClass: person
cn: reader
sn: reader
userPassword: ${LDAP_SERVICE.password}

dn: ou=people,${LDAP_BASE}
objectClass: organizationalUnit
ou: people

dn: ou=others,${LDAP_BASE}
objectClass: organizationalUnit
ou: others

dn: ou=groups,${LDAP_BASE}
objectClass: organizationalUnit
ou: groups
`;

/** A user to add to a directory. */
export interface LdapPerson {
  readonly uid: string;
  readonly password?: string;
  /** An empty one for none. */
  readonly mail?: string;
  readonly name?: string;
  readonly unit?: 'people' | 'others';
}

export const LDAP_PASSWORD = 'directory password';

export function personDn(uid: string, unit = 'people'): string {
  return `uid=${uid.replaceAll(/[,+"\\<>;#=]/g, '\\$&')},ou=${unit},${LDAP_BASE}`;
}

export function groupDn(name: string): string {
  return `cn=${name},ou=groups,${LDAP_BASE}`;
}

export async function addPerson(
  server: LdapServer,
  { uid, password, mail, name = uid, unit = 'people' }: LdapPerson,
): Promise<void> {
  await server.add(personDn(uid, unit), {
    objectClass: 'inetOrgPerson',
    uid,
    cn: name,
    sn: name,
    displayName: name,
    userPassword: password ?? LDAP_PASSWORD,
    ...(mail === '' ? {} : { mail: mail ?? `${uid}@example.org` }),
  });
}

export async function addGroup(
  server: LdapServer,
  name: string,
  uids: readonly string[],
): Promise<void> {
  await server.add(groupDn(name), {
    objectClass: 'groupOfNames',
    cn: name,
    member: uids.map((uid) => personDn(uid)),
  });
}

/** A group of names alone, as on Unix. */
export async function addPosixGroup(
  server: LdapServer,
  name: string,
  uids: readonly string[],
): Promise<void> {
  await server.add(groupDn(name), {
    objectClass: 'posixGroup',
    cn: name,
    gidNumber: '1000',
    memberUid: [...uids],
  });
}

function makeCertificates(folder: string): void {
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Test CA',
  );
  for (const [name, subject, extension] of [
    ['server', '/CN=localhost', 'subjectAltName=DNS:localhost'],
    ['client', '/CN=telltale', 'extendedKeyUsage=clientAuth'],
  ] as const) {
    openssl(
      'req',
      '-new',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      subject,
    );
    writeFileSync(path.join(folder, `${name}.ext`), `${extension}\n`);
    const signing = [
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      `${name}.ext`,
    ];
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signing);
  }
}

async function answers(port: number, problem: () => string | null): Promise<void> {
  const deadline = performance.now() + START_MS_MAX;
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    const why = problem() ?? (performance.now() > deadline ? 'slapd does not answer' : null);
    if (why !== null) throw new Error(why);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
