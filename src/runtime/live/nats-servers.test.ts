import { expect, test } from 'vitest'
import { isNatsUrl, originsOf } from './nats-servers.ts'

test.each<[string, ReturnType<typeof originsOf>]>([
  ['nats://localhost', { servers: ['localhost:4222'], isTls: false }],
  ['nats://a:1, nats://[::1]:2', { servers: ['a:1', '[::1]:2'], isTls: false }],
  ['tls://u:p%40@a/', { servers: ['a:4222'], isTls: true, user: 'u', pass: 'p@' }],
])('NATS_URL=%s is valid', (text, origins) => {
  expect(originsOf(text)).toEqual(origins)
})

test.each([
  '',
  'localhost:4222',
  'http://localhost',
  'nats://',
  'nats://a/path',
  'nats://a?x=y',
  'nats://a,',
  'nats://u:p@a,nats://b',
])('NATS_URL=%j is rejected', (text) => {
  expect(isNatsUrl(text)).toBe(false)
})

test('an error about NATS_URL does not contain the password', () => {
  expect(() => originsOf('http://user:secret@host')).toThrow(/^(?!.*secret)/)
})
