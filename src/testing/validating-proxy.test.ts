import { afterEach, expect, test, vi } from 'vitest'
import { checkViolations, proxySetting, throughProxy } from './validating-proxy.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('calls go through the proxy only where the setting asks for it', async () => {
  vi.stubEnv(proxySetting, '')
  const proxyUrl = vi.fn(async () => 'http://127.0.0.1:2')
  expect(await throughProxy('http://127.0.0.1:1', proxyUrl)).toBeUndefined()
  expect(proxyUrl).not.toHaveBeenCalled()
  vi.stubEnv(proxySetting, 'on')
  expect(await throughProxy('http://127.0.0.1:1', proxyUrl)).toEqual({
    url: 'http://127.0.0.1:2',
    headers: { 'x-test-upstream': 'http://127.0.0.1:1' },
  })
})

test('a fault of a response always fails, a fault of a call only when the call succeeded', () => {
  const found = (part: string) => JSON.stringify([{ location: [part, 'body'], message: 'must be string' }])
  const check = (status: number, violations?: string) => () =>
    checkViolations('notes.add', { status, headers: new Headers(violations ? { 'sl-violations': violations } : {}) })
  expect(check(200)).not.toThrow()
  expect(check(400, found('request'))).not.toThrow()
  expect(check(200, found('request'))).toThrow('must be string')
  expect(check(200, found('response'))).toThrow('must be string')
  expect(check(400, found('response'))).toThrow('notes.add returned 400')
})
