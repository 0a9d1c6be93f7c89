import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { agreedProtocol, authorizationOf } from './request-credentials.ts'
import { isGatewayHost, namespaceOf } from './request-namespace.ts'

const host = 'api.example.org'

describe('a request names a namespace', () => {
  test.each<[string, Record<string, string>, string | undefined]>([
    ['by its header', { 'service-namespace': 'acme' }, 'acme'],
    ['by the header of existing clients', { 'micro-namespace': 'acme', host: 'two.api.example.org' }, 'acme'],
    ['by both headers with the same name', { 'service-namespace': 'acme', 'micro-namespace': ' acme ' }, 'acme'],
    ['by the header that is not empty', { 'service-namespace': ' ', 'micro-namespace': 'acme' }, 'acme'],
    ['by its host', { host: 'acme.api.example.org' }, 'acme'],
    ['by its host with a port, in any case', { host: 'Acme.API.example.org:8081' }, 'acme'],
    ['by a longer host', { host: 'staging.foo.api.example.org' }, 'foo-staging'],
    ['by its header rather than its host', { 'service-namespace': 'one', host: 'two.api.example.org' }, 'one'],
    ['by the host of HTTP/2', { ':authority': 'acme.api.example.org' }, 'acme'],
    ['not by the host of the gateway', { host: 'api.example.org' }, undefined],
    ['not by another host', { host: 'acme.example.org' }, undefined],
    ['not by a host that only has the same ending', { host: 'evilapi.example.org' }, undefined],
    ['not by an address', { host: '127.0.0.1:8081' }, undefined],
    ['not by an empty header', { 'service-namespace': ' ', host: '[::1]:8081' }, undefined],
  ])('%s', (_, headers, expected) => {
    expect(namespaceOf(headers, host)).toBe(expected)
  })

  test('no host names one if the gateway has none', () => {
    expect(namespaceOf({ host: 'acme.api.example.org' }, undefined)).toBeUndefined()
  })

  test.each(['a b', 'a, b', 'x'.repeat(101), '../a'])('%j in the header is rejected', (name) => {
    for (const header of ['service-namespace', 'micro-namespace'])
      expect(() => namespaceOf({ [header]: name }, host)).toThrow(expect.objectContaining({ status: 400 }))
  })

  test('two headers that contradict each other are rejected', () => {
    const headers = { 'service-namespace': 'acme', 'micro-namespace': 'other' }
    expect(() => namespaceOf(headers, host)).toThrow(/name different namespaces/)
  })

  test('hosts of the gateway are distinguished from others', () => {
    expect(isGatewayHost('api.example.org', host)).toBe(true)
    expect(isGatewayHost('a.b.api.example.org', host)).toBe(true)
    expect(isGatewayHost('example.org', host)).toBe(false)
    expect(isGatewayHost('xapi.example.org', host)).toBe(false)
  })
})

describe('a request sends its token', () => {
  const request = (headers: Record<string, string>, ...more: string[]) =>
    ({ headers, rawHeaders: [...Object.entries(headers).flat(), ...more] }) as unknown as IncomingMessage
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  test.each<[string, Record<string, string>, unknown]>([
    ['as Bearer', { authorization: 'Bearer od_x' }, 'Bearer od_x'],
    ['as password of Basic', { authorization: `Basic ${base64('any:od_x')}` }, 'Bearer od_x'],
    ['as password with a colon', { authorization: `Basic ${base64('any:od:x')}` }, 'Bearer od:x'],
    ['as the only subprotocol', { 'sec-websocket-protocol': 'od_x' }, 'Bearer od_x'],
    ['besides the subprotocol', { 'sec-websocket-protocol': 'onedoor, od_x' }, 'Bearer od_x'],
    ['never as a cookie', { cookie: 'onedoor_session=x; micro-token=y' }, undefined],
    ['not if it only names a subprotocol', { 'sec-websocket-protocol': 'onedoor' }, undefined],
    ['and a header wins over a subprotocol', { authorization: 'Bearer a', 'sec-websocket-protocol': 'b' }, 'Bearer a'],
    ['and other schemes are passed on to be rejected', { authorization: 'Basic ???' }, 'Basic ???'],
    ['and so is Basic without a colon', { authorization: `Basic ${base64('x')}` }, `Basic ${base64('x')}`],
  ])('%s', (_, headers, expected) => {
    expect(authorizationOf(request(headers))).toEqual(expected)
  })

  test('two headers are passed on to be rejected', () => {
    expect(authorizationOf(request({ authorization: 'Bearer a' }, 'Authorization', 'Bearer b'))).toEqual([
      'Bearer a',
      'Bearer b',
    ])
  })

  test('one of the offered subprotocols is selected', () => {
    expect(agreedProtocol(new Set(['od_x']))).toBe('od_x')
    expect(agreedProtocol(new Set(['od_x', 'onedoor']))).toBe('onedoor')
    expect(agreedProtocol(new Set())).toBe(false)
  })
})
