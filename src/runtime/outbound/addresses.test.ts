import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, isWebPort } from './addresses.ts'

describe('an address on the public internet', () => {
  test.each(['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '64:ff9b::101:101'])(
    '%s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('an address that is not on the public internet:', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '2130706433',
    '0x7f.1',
    '127.1',
    '017700000001',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test('a private IPv4 address in any IPv6 notation is not public', () => {
    const part = fc.integer({ min: 0, max: 255 })
    const prefixes = fc.constantFrom('::ffff:', '64:ff9b::', '::', '::ffff:0:')
    fc.assert(
      fc.property(fc.constantFrom(10, 127), part, part, part, prefixes, (a, b, c, d, prefix) => {
        expect(isPublicAddress(`${prefix}${a}.${b}.${c}.${d}`)).toBe(false)
      }),
    )
  })
})

test.each([
  ['', true],
  ['80', true],
  ['443', true],
  ['8080', true],
  ['22', false],
  ['25', false],
  ['6667', false],
])('port "%s" is for web pages: %s', (port, isOne) => {
  expect(isWebPort(port)).toBe(isOne)
})
