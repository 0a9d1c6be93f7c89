import { describe, expect, test } from 'vitest'
import { requestHeaders, responseHeaders } from './forwarded-headers.ts'

describe('a request for a world', () => {
  test('has the cookies of worlds, and none of the server', () => {
    const cookie = 'onedoor_session=a; onedoor_w_onedoor_session=b; onedoor_device=c; x=onedoor_w_d; onedoor_w_e=f'
    expect(requestHeaders({ headers: { cookie } })).toEqual({ cookie: 'onedoor_session=b; e=f' })
    expect(requestHeaders({ headers: { cookie: 'onedoor_session=a' } })).toEqual({})
  })

  test('has only tokens, and nothing about the visitor or the connection', () => {
    const headers = {
      ...{ host: 'here', accept: '*/*', 'x-forwarded-for': '192.0.2.1', connection: 'close, x-own', 'x-own': 'a' },
      ...{ te: 'trailers', expect: '100-continue', 'transfer-encoding': 'gzip, chunked' },
    }
    const passed = { host: 'here', accept: '*/*', 'transfer-encoding': 'chunked' }
    expect(requestHeaders({ headers })).toEqual(passed)
    expect(requestHeaders({ headers: { authorization: 'Basic YTpi' } })).toEqual({})
    expect(requestHeaders({ headers: { authorization: 'bearer od_a' } })).toEqual({ authorization: 'bearer od_a' })
  })
})

describe('a response of a world', () => {
  const of = (headers: Record<string, string | string[]>, cookiePath: string | undefined = '/w/a', isContent = true) =>
    responseHeaders({ headers: headers as never }, { cookiePath, isContent })

  test('has no origin, besides its own policy', () => {
    const policy = "default-src 'none'"
    expect(of({ 'content-security-policy': policy })['content-security-policy']).toMatch(
      /^default-src 'none', sandbox /,
    )
    expect(of({})['content-security-policy']).toMatch(/^sandbox /)
    expect(of({})['content-security-policy']).not.toContain('allow-same-origin')
  })

  test('sets cookies only below the path of the world, under other names than those of the server', () => {
    const cookies = ['onedoor_session=b; Path=/; Domain=example.org; HttpOnly', 'a=b']
    const kept = ['onedoor_w_onedoor_session=b; Path=/w/a; HttpOnly', 'onedoor_w_a=b; Path=/w/a']
    expect(of({ 'set-cookie': cookies })['set-cookie']).toEqual(kept)
  })

  test('at the plain addresses, sets no cookies and is not stored', () => {
    const headers = { 'set-cookie': ['a=b'], 'cache-control': 'max-age=60' }
    const returned = responseHeaders({ headers }, { cookiePath: undefined, isContent: true })
    expect([returned['set-cookie'], returned['cache-control']]).toEqual([undefined, 'no-store'])
  })

  test('changes nothing of the server in a browser', () => {
    const headers = {
      'clear-site-data': '"*"',
      'strict-transport-security': 'max-age=1',
      'service-worker-allowed': '/',
    }
    expect(Object.keys({ ...of(headers), ...of(headers, '/w/a', false) })).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/clear-site|strict|worker/)]),
    )
  })
})
