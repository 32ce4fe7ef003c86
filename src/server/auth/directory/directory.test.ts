import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { createLog } from '#server/telemetry/log.ts';
import {
  LDAP_BASE,
  LDAP_PASSWORD,
  LDAP_SERVICE,
  SLAPD,
  addGroup,
  addPerson,
  addPosixGroup,
  groupDn,
  openLdapServer,
  personDn,
  type LdapServer,
} from '#test/ldap-server.ts';
import { Directory, type DirectoryPerson } from './directory.ts';
import type { DirectorySettings, DirectoryTls } from './directory-settings.ts';

let ldap: LdapServer;
const log = createLog('silent', 'test');
const PEOPLE = `ou=people,${LDAP_BASE}`;

type Change = Partial<Omit<DirectorySettings, 'tls'>> & { readonly tls?: Partial<DirectoryTls> };
function directoryOf(
  server: Pick<LdapServer, 'port' | 'caFile'>,
  { tls, ...change }: Change = {},
): Directory {
  const settings: DirectorySettings = {
    hosts: ['localhost'],
    port: server.port,
    tls: {
      mode: 'starttls',
      verify: true,
      caFile: server.caFile,
      certFile: null,
      keyFile: null,
      ...tls,
    },
    service: LDAP_SERVICE,
    userBases: [PEOPLE],
    userFilter: '(&(objectClass=inetOrgPerson)(|(uid=%s)(mail=%s)))',
    emailAttribute: 'mail',
    uniqueIdAttribute: 'entryUUID',
    nameAttribute: 'displayName',
    memberOfAttribute: 'memberOf',
    groups: null,
    roles: [],
    allowSignUp: true,
    recheckMs: null,
    ...change,
  };
  return new Directory({ settings, log });
}
async function check(
  directory: Directory,
  name: string,
  password = LDAP_PASSWORD,
): Promise<DirectoryPerson | null> {
  return await directory.check(name, password, async () => {});
}
const unavailable = expect.objectContaining({ code: 'unavailable' });

describe.skipIf(SLAPD === null)('a real directory', () => {
  beforeAll(async () => {
    ldap = await openLdapServer();
    await addPerson(ldap, { uid: 'ada', name: 'Ada Lovelace' });
    await addPerson(ldap, { uid: 'o(br*ien)\\', name: 'Conan O’Brien', mail: 'conan@example.org' });
    await addPerson(ldap, { uid: 'zoë', mail: '' });
    await addPerson(ldap, { uid: 'twin', unit: 'others' });
    await addPerson(ldap, { uid: 'twin', mail: 'other@example.org' });
    await addGroup(ldap, 'admins', ['ada']);
    await addPosixGroup(ldap, 'unix', ['ada', 'o(br*ien)\\']);
  }, 120_000);
  afterAll(() => ldap.close());

  it.each([
    ['starttls', 'port'],
    ['ldaps', 'tlsPort'],
    ['none', 'port'],
  ] as const)('knows its people over %s', async (mode, port) => {
    const directory = directoryOf({ ...ldap, port: ldap[port] }, { tls: { mode } });
    expect(await check(directory, ' ADA ')).toEqual({
      login: 'ADA',
      dn: personDn('ada'),
      uniqueId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'ada@example.org',
      name: 'Ada Lovelace',
      groups: [groupDn('admins')],
      isDisabled: false,
    });
    expect(await check(directory, 'ada@example.org')).toMatchObject({ dn: personDn('ada') });
    expect(await check(directory, 'ada', 'wrong')).toBeNull();
    expect(await check(directory, 'nobody')).toBeNull();
  });

  it.each([
    ['another name', { hosts: ['127.0.0.1'] }, {}],
    ['an untrusted authority', {}, { caFile: null }],
  ])('gives no password to a host whose certificate is of %s', async (_why, change, tls) => {
    for (const [mode, port] of [
      ['starttls', ldap.port],
      ['ldaps', ldap.tlsPort],
    ] as const) {
      const settings = { ...change, port, tls: { mode, ...tls } };
      await expect(check(directoryOf(ldap, settings), 'ada')).rejects.toEqual(unavailable);
      expect(
        await check(
          directoryOf(ldap, { ...settings, tls: { ...settings.tls, verify: false } }),
          'ada',
        ),
      ).not.toBeNull();
    }
  });

  it('presents a client certificate where one is required', async () => {
    const strict = await openLdapServer({ demandsCertificate: true });
    try {
      await addPerson(strict, { uid: 'ada' });
      const tls = { certFile: strict.clientCertFile, keyFile: strict.clientKeyFile };
      expect(await check(directoryOf(strict, { tls }), 'ada')).not.toBeNull();
      await expect(check(directoryOf(strict), 'ada')).rejects.toEqual(unavailable);
    } finally {
      await strict.close();
    }
  }, 120_000);

  it.each([
    '*',
    'a*',
    ')(uid=*)',
    'ada)(|(uid=*',
    '*)(objectClass=*))(|(uid=ada',
    'ada\0',
    '\\2a',
    'ada\\',
    '',
    ' ',
    'x'.repeat(5000),
  ])('takes %j for nothing but a name', async (name) => {
    expect(await check(directoryOf(ldap), name)).toBeNull();
  });

  it('finds names that are full of what means something in a filter', async () => {
    expect(await check(directoryOf(ldap), 'o(br*ien)\\')).toMatchObject({
      name: 'Conan O’Brien',
      email: 'conan@example.org',
    });
    expect(await check(directoryOf(ldap), 'zoë')).toMatchObject({ email: null });
  });

  it.each(['', '\0', '\0x'])(
    'signs no user in with the password %j, though the directory would bind without one',
    async (password) => {
      let tries = 0;
      expect(await directoryOf(ldap).check('ada', password, async () => void tries++)).toBeNull();
      expect(tries).toBe(0);
    },
  );

  it('signs no user in when two entries have the name, in one base or in two', async () => {
    expect(await check(directoryOf(ldap, { userBases: [LDAP_BASE] }), 'twin')).toBeNull();
    expect(
      await check(directoryOf(ldap, { userBases: [PEOPLE, `ou=others,${LDAP_BASE}`] }), 'twin'),
    ).toBeNull();
    expect(
      await check(directoryOf(ldap, { userFilter: '(|(uid=%s)(objectClass=*))' }), 'ada'),
    ).toBeNull();
    expect(await check(directoryOf(ldap, { userBases: [PEOPLE, LDAP_BASE] }), 'ada')).toMatchObject(
      { dn: personDn('ada') },
    );
  });

  it('finds groups that name their people', async () => {
    const groups = {
      bases: [`ou=groups,${LDAP_BASE}`],
      filter: '(&(objectClass=posixGroup)(memberUid=%s))',
      userAttribute: 'uid',
    };
    expect(await check(directoryOf(ldap, { groups }), 'ADA@example.org')).toMatchObject({
      groups: [groupDn('unix')],
    });
    expect(await check(directoryOf(ldap, { groups }), 'o(br*ien)\\')).toMatchObject({
      groups: [groupDn('unix')],
    });
    expect(await check(directoryOf(ldap, { groups }), 'zoë')).toMatchObject({ groups: [] });
    const typed = { ...groups, userAttribute: null };
    expect(await check(directoryOf(ldap, { groups: typed }), 'ada')).toMatchObject({
      groups: [groupDn('unix')],
    });
    const byDn = { ...groups, filter: '(member=%s)', userAttribute: 'dn' };
    expect(await check(directoryOf(ldap, { groups: byDn }), 'ada')).toMatchObject({
      groups: [groupDn('admins')],
    });
  });

  it('follows no reference to another directory', async () => {
    const others = `ou=others,${LDAP_BASE}`;
    const elsewhere = {
      objectClass: ['referral', 'extensibleObject'],
      ou: 'elsewhere',
      ref: 'ldap://127.0.0.1:9/dc=evil',
    };
    await ldap.add(`ou=elsewhere,${others}`, elsewhere);
    expect(await check(directoryOf(ldap, { userBases: [others] }), 'twin')).toMatchObject({
      dn: personDn('twin', 'others'),
    });
    await expect(
      check(directoryOf(ldap, { userBases: [`ou=elsewhere,${others}`] }), 'ada'),
    ).rejects.toEqual(unavailable);
  });

  it('asks the next host when one is down, and that one first from then on', async () => {
    const directory = directoryOf(ldap, { hosts: ['127.0.0.2', 'localhost'] });
    expect(await check(directory, 'ada')).not.toBeNull();
    expect(await check(directory, 'ada')).not.toBeNull();
    await expect(
      check(directoryOf(ldap, { hosts: ['127.0.0.2', '127.0.0.3'] }), 'ada'),
    ).rejects.toEqual(unavailable);
  });

  it('says that it cannot ask when its own account is refused, or a base is not there', async () => {
    await expect(
      check(directoryOf(ldap, { service: { ...LDAP_SERVICE, password: 'old' } }), 'ada'),
    ).rejects.toEqual(unavailable);
    await expect(
      check(directoryOf(ldap, { userBases: ['ou=gone,dc=example,dc=org'] }), 'ada'),
    ).rejects.toEqual(unavailable);
  });

  it('counts a try once, for the entry rather than for how its name was written', async () => {
    const accounts: string[] = [];
    const note = async (account: string): Promise<void> => void accounts.push(account);
    const directory = directoryOf(ldap, { hosts: ['127.0.0.2', 'localhost'] });
    for (const name of ['ada', 'ADA', 'ada@example.org', 'nobody', ' NOBODY', 'no\u00ADbody'])
      await directory.check(name, 'wrong', note);
    expect(accounts).toEqual([
      ...Array(3).fill(`entry uid=ada,ou=people,dc=example,dc=org`),
      ...Array(3).fill('name nobody'),
    ]);
    const locked = new AppError('rate_limited', 'locked');
    await expect(directory.check('ada', LDAP_PASSWORD, () => Promise.reject(locked))).rejects.toBe(
      locked,
    );
  });

  it('times out on a directory that hangs, and works again when the directory does', async () => {
    const directory = directoryOf(ldap);
    await ldap.freeze();
    try {
      await expect(check(directory, 'ada')).rejects.toEqual(unavailable);
    } finally {
      ldap.thaw();
    }
    expect(await check(directory, 'ada')).not.toBeNull();
  }, 120_000);
});

describe('a server that answers in place of a directory', () => {
  let server: Server | null = null;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
    server = null;
  });

  /** A port that does this with each line. */
  async function fake(onLine: (socket: Socket) => void): Promise<{ port: number; caFile: string }> {
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      onLine(socket);
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    // as: it listens on TCP, so its address is no path.
    return { port: (server.address() as AddressInfo).port, caFile: '' };
  }
  const plain = { hosts: ['127.0.0.1'], tls: { mode: 'none', caFile: null } } as const;
  const encrypted = {
    hosts: ['127.0.0.1'],
    tls: { mode: 'starttls', caFile: null, verify: false },
  } as const;
  /** Result codes of an LDAP response. */
  const response = (id: number, tag: number, code: number): Buffer =>
    Buffer.from([0x30, 12, 2, 1, id, tag, 7, 10, 1, code, 4, 0, 4, 0]);
  const STARTED = response(1, 0x78, 0);

  it.each([
    ['says nothing and hangs up', (socket: Socket) => socket.end()],
    ['hangs up when spoken to', (socket: Socket) => socket.once('data', () => socket.destroy())],
    [
      'speaks another language',
      (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    ],
    [
      'sends half a message',
      (socket: Socket) => socket.once('data', () => socket.end(Buffer.from([0x30, 0x50, 2, 1]))),
    ],
    [
      'sends a message of four gigabytes',
      (socket: Socket) =>
        socket.once('data', () => socket.end(Buffer.from([0x30, 0x84, 255, 255, 255, 255, 2]))),
    ],
  ])('and %s signs no user in', async (_what, onLine) => {
    for (const settings of [plain, encrypted])
      await expect(check(directoryOf(await fake(onLine), settings), 'ada')).rejects.toEqual(
        unavailable,
      );
  });

  it('fails half way: the attempt is not repeated without encryption', async () => {
    let lines = 0;
    const at = await fake((socket) => {
      lines += 1;
      // Accepts the bind of the lookup account, then closes the connection.
      socket.on('data', () => {
        socket.end(response(2, 0x61, 0));
      });
    });
    await expect(check(directoryOf(at, plain), 'ada')).rejects.toEqual(unavailable);
    expect(lines).toBe(1);
  });

  it.each([
    ['refuses it', response(1, 0x78, 2)],
    ['answers something else', response(1, 0x61, 0)],
    ['answers to another message', response(9, 0x78, 0)],
    [
      'adds data to its answer that would count as sent under encryption',
      Buffer.concat([STARTED, response(2, 0x61, 0)]),
    ],
    ['adds half a message', Buffer.concat([STARTED, Buffer.from([0x30])])],
  ])('receives nothing unencrypted when asked for StartTLS and %s', async (_what, reply) => {
    const heard: Buffer[] = [];
    const at = await fake((socket) =>
      socket.on('data', (chunk) => heard.push(chunk)).once('data', () => socket.write(reply)),
    );
    await expect(check(directoryOf(at, encrypted), 'ada')).rejects.toEqual(unavailable);
    const received = Buffer.concat(heard).toString('latin1');
    expect(received).not.toContain('reader');
    expect(received).not.toContain(LDAP_PASSWORD);
  });

  it('answers StartTLS and then no handshake: the wait ends', async () => {
    const at = await fake((socket) => socket.once('data', () => socket.write(STARTED)));
    await expect(check(directoryOf(at, encrypted), 'ada')).rejects.toEqual(unavailable);
  }, 120_000);
});
