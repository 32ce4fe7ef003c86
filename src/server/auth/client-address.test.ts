import { describe, expect, it } from 'vitest';
import { clientAddressReader, NO_PROXIES, parseTrustedProxies } from './client-address.ts';

function addressWith(
  trust: string,
  socketAddress: string,
  forwardedFor?: string | readonly string[],
): string {
  return clientAddressReader(parseTrustedProxies(trust) ?? NO_PROXIES)({
    socketAddress,
    forwardedFor,
  });
}

describe('the address of a client', () => {
  it.each([
    ['0', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['1', '10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['1', '10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['2', '10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
    ['2', '10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['1', '10.0.0.1', '1.2.3.4, nonsense', '10.0.0.1'],
    ['1', '::ffff:10.0.0.1', '::FFFF:1.2.3.4', '1.2.3.4'],
    ['1', '10.0.0.1', '[2001:DB8::1]:4711', '2001:db8::1'],
    ['1', '10.0.0.1', '1.2.3.4:4711', '1.2.3.4'],
    ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9', '1.2.3.4'],
    ['10.0.0.0/8', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['loopback, fd00::/8', '::1', '2001:db8::7, fd00::2', '2001:db8::7'],
    ['private', '192.168.1.1', 'x\r\ny', '192.168.1.1'],
  ])('trusting %s, from %s with %j, is %s', (trust, socket, forwarded, address) => {
    expect(addressWith(trust, socket, forwarded)).toBe(address);
  });

  it('is the connection itself where nothing is forwarded, or too much is', () => {
    expect(addressWith('1', '10.0.0.1')).toBe('10.0.0.1');
    expect(
      addressWith(
        '3',
        '10.0.0.1',
        Array.from({ length: 40 }, () => '1.2.3.4'),
      ),
    ).toBe('10.0.0.1');
    expect(
      clientAddressReader(NO_PROXIES)({ socketAddress: undefined, forwardedFor: '1.2.3.4' }),
    ).toBe('unknown');
  });

  it.each(['x', '10.0.0.0/33', '10.0.0.1/8/9', '1,', '-1', '300.1.1.1'])(
    'refuses to trust %j',
    (text) => {
      expect(parseTrustedProxies(text)).toBeNull();
    },
  );
});
