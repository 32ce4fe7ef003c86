import { createHmac } from 'node:crypto';
import { BlockList } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts';
import { addressPolicy } from './address-policy.ts';
import { sendWebhook, type WebhookOptions } from './webhook.ts';

let receiver: WebhookReceiver;
let port = 0;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
  ({ port } = receiver);
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received = [];
  receiver.answer = (response) => response.end('ok');
});

const now = (): number => 1_763_800_000_000;
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
const toReceiver: WebhookOptions = { policy: addressPolicy(loopback), now };
const strict: WebhookOptions = { policy: addressPolicy(), now };
const send = (url: string, options: WebhookOptions): Promise<void> =>
  sendWebhook(
    { url, secret: 'shared', deliveryId: 'd1', body: { alert: 'key_expiring' } },
    options,
  );

describe('webhooks', () => {
  it('are signed, so that the receiver knows who wrote them and when', async () => {
    await send(`http://127.0.0.1:${port}/hook?x=1`, toReceiver);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(JSON.parse(body)).toEqual({ alert: 'key_expiring' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'telltale-timestamp': '1763800000',
      'telltale-delivery': 'd1',
    });
    expect(headers['telltale-signature']).toBe(
      `v1=${createHmac('sha256', 'shared').update(`1763800000.${body}`).digest('hex')}`,
    );
  });

  it('say of a receiver that does not answer that it took too long', async () => {
    receiver.answer = () => undefined;
    await expect(
      send(`http://127.0.0.1:${port}/`, { ...toReceiver, deadlineMs: 50 }),
    ).rejects.toMatchObject({
      code: 'unavailable',
      detail: `127.0.0.1:${port} did not answer the webhook within 0.05 seconds.`,
    });
  });

  it('count as delivered only with 2xx; redirects are not followed, and an endless reply is cut off', async () => {
    for (const status of [301, 302, 307, 308, 400, 404, 500, 503]) {
      receiver.answer = (response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${port}/other` }).end();
      await expect(send(`http://127.0.0.1:${port}/`, toReceiver)).rejects.toMatchObject({
        code: 'unavailable',
        detail: expect.stringContaining(String(status)),
      });
    }
    expect(receiver.received).toHaveLength(8);
    receiver.answer = (response) => {
      const more = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(more));
      };
      more();
    };
    await send(`http://127.0.0.1:${port}/`, toReceiver);
  });

  it('go to the address that was checked, whatever the name means a moment later', async () => {
    let asked = 0;
    const flipping = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };
    await send(`http://hook.example:${port}/`, { ...toReceiver, resolve: flipping });
    expect(asked).toBe(1);
    expect(receiver.received[0]?.headers.host).toBe(`hook.example:${port}`);
    await expect(
      send(`http://hook.example:${port}/`, { ...toReceiver, resolve: flipping }),
    ).rejects.toMatchObject({
      code: 'unprocessable',
    });
  });

  it('are not sent when one of the addresses of a name is private', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ];
    await expect(send('http://hook.example/', { ...strict, resolve })).rejects.toMatchObject({
      code: 'unprocessable',
    });
  });

  it('say that a name has no address, or that nothing listens', async () => {
    await expect(
      send('http://hook.example/', { ...strict, resolve: async () => [] }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    await expect(send('http://127.0.0.2:1/', toReceiver)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

const PRIVATE = [
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '017700000001',
  '0177.0.0.1',
  '127.0.1',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '169.254.169.254',
  '169.254.170.2',
  '0xa9fea9fe',
  '2852039166',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:93.184.216.34]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[2001:10::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::]',
  '[3fff::1]',
  '[4000::1]',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '127。0。0。1',
  '169．254．169．254',
  '0300.0250.0.1',
  '0xc0a80001',
  '3232235521',
  '0x0a.1',
  '012.1',
];
const OTHERS = [
  'HTTP://127.0.0.1/',
  'http:127.0.0.1',
  'http:\\\\127.0.0.1',
  'http://127.0.0.1:80\t/',
  'blob:http://127.0.0.1/x',
  'file:///etc/passwd',
  'gopher://93.184.216.34:70/_x',
  'ftp://93.184.216.34/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://93.184.216.34/',
  'ldap://93.184.216.34/',
  'dict://93.184.216.34:11211/',
  'http://',
  'https:///',
  '//93.184.216.34/',
  '/hook',
  'hook',
  '',
  'http://user@93.184.216.34/',
  'http://user:secret@93.184.216.34/',
  'http://93.184.216.34@127.0.0.1/',
  'http://127.0.0.1#@93.184.216.34/',
  'http://127.0.0.1\\@93.184.216.34/',
  'http://[::1',
  'http://[fe80::1%25eth0]/',
  'http://999.1.1.1/',
  'http://1.2.3.4.5/',
  `http://93.184.216.34/${'x'.repeat(2_100)}`,
  ...[
    0, 1, 21, 22, 23, 25, 53, 110, 111, 135, 139, 389, 445, 873, 993, 2049, 2375, 3306, 5432, 6379,
    9200, 11211, 27017,
  ].map((closed) => `http://93.184.216.34:${closed}/`),
];

describe('check 64: addresses that are never called', () => {
  const hostile = [...PRIVATE.map((host) => `http://${host}/`), ...OTHERS];
  it('has 120 of them', () => expect(hostile.length).toBeGreaterThanOrEqual(120));
  it.each(hostile)('%s', async (url) => {
    const resolve = async (name: string) => {
      throw new Error(`${name} was looked up`);
    };
    await expect(send(url, { ...strict, resolve })).rejects.toMatchObject({
      code: 'unprocessable',
    });
  });

  it.each([
    ['93.184.216.34', 443, true],
    ['93.184.216.34', 8443, true],
    ['172.15.255.255', 443, true],
    ['172.32.0.0', 443, true],
    ['100.63.255.255', 443, true],
    ['2606:2800:220:1::1', 443, true],
    ['2001:4860:4860::8888', 443, true],
    ['not an address', 443, false],
  ])('%s, port %i: %s', (address, at, expected) =>
    expect(addressPolicy().allows(address, at)).toBe(expected),
  );

  it('lets listed private addresses through at any port', () => {
    expect(addressPolicy(loopback).allows('127.0.0.1', 6379)).toBe(true);
    expect(addressPolicy(loopback).allows('10.0.0.1', 80)).toBe(false);
  });
});
