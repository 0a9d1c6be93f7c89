import { describe, expect, test } from 'vitest'
import { guardedLookup, originOf } from './node-address.ts'

describe('the address of a node', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:80'],
    ['10.1.2.3', 'http://10.1.2.3:80'],
    ['::1', 'http://[::1]:80'],
    ['[fd00::1]', 'http://[fd00::1]:80'],
    ['greeter.internal', 'http://greeter.internal:80'],
    ['my_container', 'http://my_container:80'],
  ])('%s is called', (address, origin) => {
    expect(originOf(address, 80)).toBe(origin)
  })

  test.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::169.254.169.254',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::1',
    '64:ff9b::100.100.100.200',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '255.255.255.255',
    '224.0.0.1',
    'ff02::1',
    'a b',
    'user@host',
    'host/path',
    'host:81',
    '',
  ])('%j is refused', (address) => {
    expect(() => originOf(address, 80)).toThrow(/refused/)
  })
})

describe('a name that is looked up', () => {
  const lookedUp = (name: string, options: object) =>
    new Promise((resolve) => {
      guardedLookup(name, options, (error, found) => resolve(error?.message ?? found))
    })

  test('resolves to allowed addresses', async () => {
    expect(await lookedUp('localhost', { family: 4 })).toBe('127.0.0.1')
    expect(await lookedUp('localhost', { family: 4, all: true })).toContainEqual({ address: '127.0.0.1', family: 4 })
  })

  test('does not resolve to forbidden addresses', async () => {
    expect(await lookedUp('169.254.169.254', {})).toMatch(/refused: it is link-local/)
  })

  test('reports a failed lookup', async () => {
    expect(await lookedUp('no-such-host.invalid', {})).toMatch(/no-such-host\.invalid/)
  })
})
