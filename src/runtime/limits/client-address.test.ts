import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressGroup, clientAddress, parseTrustedProxies } from './client-address.ts'

const proxies = parseTrustedProxies('10.0.0.0/8, 192.168.7.1 2001:db8:ffff::/48')
const of = (peer: string, headers: Record<string, string> = {}) => clientAddress(peer, headers, proxies)

describe('the address of a client', () => {
  test('is the peer if no proxy is trusted, regardless of the headers', () => {
    const headers = { 'x-forwarded-for': '1.1.1.1', forwarded: 'for=1.1.1.1' }
    expect(clientAddress('203.0.113.9', headers, [])).toBe('203.0.113.9')
    expect(clientAddress('10.0.0.1', headers, [])).toBe('10.0.0.1')
    expect(of('203.0.113.9', headers)).toBe('203.0.113.9')
  })

  test.each([
    ['one proxy', '198.51.100.4', '198.51.100.4'],
    ['an invented address comes first and is not trusted', '1.2.3.4, 198.51.100.4', '198.51.100.4'],
    ['several proxies', '1.2.3.4, 198.51.100.4, 10.9.9.9, 192.168.7.1', '198.51.100.4'],
    ['an untrusted neighbour of a trusted proxy', '198.51.100.4, 192.168.7.2', '192.168.7.2'],
    ['only proxies', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['garbage before the address', 'nonsense, 198.51.100.4', '198.51.100.4'],
    ['a port', '198.51.100.4:5123', '198.51.100.4'],
    ['IPv6', '2001:db8::1', '2001:db8::1'],
    ['IPv6 in brackets', '[2001:db8::1]', '2001:db8::1'],
    ['IPv6 with a port', '[2001:DB8:0:0::1]:443', '2001:db8::1'],
    ['IPv4 written as IPv6', '::ffff:198.51.100.4', '198.51.100.4'],
    ['an IPv6 proxy', '198.51.100.4, 2001:db8:ffff::77', '198.51.100.4'],
  ])('X-Forwarded-For: %s', (_what, field, expected) => {
    expect(of('10.0.0.1', { 'x-forwarded-for': field })).toBe(expected)
  })

  test.each([
    ['for=198.51.100.4', '198.51.100.4'],
    ['for=1.2.3.4, for=198.51.100.4;proto=https;by=10.0.0.1', '198.51.100.4'],
    ['proto=http;For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['for="198.51.100.4:99" , for=10.3.3.3', '198.51.100.4'],
    ['for="a,b;c\\"", for=198.51.100.4', '198.51.100.4'],
  ])('Forwarded: %s', (field, expected) => {
    expect(of('10.0.0.1', { forwarded: field })).toBe(expected)
  })

  test.each([
    { 'x-forwarded-for': '' },
    { 'x-forwarded-for': 'nonsense' },
    { 'x-forwarded-for': '198.51.100.4,' },
    { 'x-forwarded-for': '198.51.100.4, 256.1.1.1' },
    { 'x-forwarded-for': '017.0.0.1' },
    { 'x-forwarded-for': '0x7f.1' },
    { 'x-forwarded-for': '3325256708' },
    { 'x-forwarded-for': '[198.51.100.4' },
    { forwarded: '' },
    { forwarded: 'for=unknown' },
    { forwarded: 'for=_hidden' },
    { forwarded: 'proto=https' },
    { forwarded: 'for="198.51.100.4' },
    { forwarded: 'for="evil, for=198.51.100.4' },
    { 'x-forwarded-for': '198.51.100.4', forwarded: 'for=198.51.100.5' },
    { 'x-forwarded-for': '198.51.100.4', forwarded: 'for=unknown' },
  ])('is the proxy if the headers are unreadable or differ: %o', (headers) => {
    expect(of('10.0.0.1', headers)).toBe('10.0.0.1')
  })

  test('is the same with both headers if they agree', () => {
    expect(of('10.0.0.1', { 'x-forwarded-for': '198.51.100.4', forwarded: 'for=198.51.100.4' })).toBe('198.51.100.4')
  })

  test('a trusted proxy is recognised when it connects over an IPv6 socket', () => {
    expect(of('::ffff:10.0.0.1', { 'x-forwarded-for': '198.51.100.4' })).toBe('198.51.100.4')
    expect(of('::ffff:203.0.113.9', { 'x-forwarded-for': '198.51.100.4' })).toBe('203.0.113.9')
  })

  test('is never one that the client wrote before the address added by the proxy', () => {
    const written = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom('10.0.0.1', 'for=', '"', '[', ',', ';'))
    fc.assert(
      fc.property(fc.array(written, { maxLength: 5 }), (parts) => {
        const field = [...parts, '198.51.100.4'].join(', ')
        expect(of('10.0.0.1', { 'x-forwarded-for': field })).toBe('198.51.100.4')
        const seen = of('10.0.0.1', { forwarded: [...parts, 'for=198.51.100.4'].join(', ') })
        expect(['198.51.100.4', '10.0.0.1']).toContain(seen)
      }),
    )
  })
})

describe('addresses are counted', () => {
  test('one by one for IPv4', () => {
    expect(addressGroup('198.51.100.4')).toBe('198.51.100.4')
    expect(addressGroup('::ffff:198.51.100.4')).toBe('198.51.100.4')
  })

  test('by /64 for IPv6 in any notation', () => {
    const group = addressGroup('2001:db8:1:2::1')
    expect(group).toBe('2001:db8:1:2::/64')
    expect(addressGroup('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff')).toBe(group)
    expect(addressGroup('2001:db8:1:3::1')).not.toBe(group)
    expect(addressGroup('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  })
})

describe('a list of trusted proxies', () => {
  test('may be separated by commas, spaces or both', () => {
    expect(parseTrustedProxies(' 10.0.0.1,10.0.0.2  ::1/128 ,')).toHaveLength(3)
  })

  test('accepts an IPv4 range in IPv6 notation', () => {
    const written = parseTrustedProxies('::ffff:10.0.0.0/104')
    expect(clientAddress('10.1.2.3', { 'x-forwarded-for': '198.51.100.4' }, written)).toBe('198.51.100.4')
  })

  test.each(['proxy.example.org', '10.0.0.0/33', '10.0.0', '10/8', '::1/129', '10.0.0.1/', '300.1.1.1'])(
    'is rejected with the invalid entry: %s',
    (entry) => {
      expect(() => parseTrustedProxies(`127.0.0.1, ${entry}`)).toThrow(JSON.stringify(entry))
    },
  )
})
