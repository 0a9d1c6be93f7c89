import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { sampleUrl } from '../../runtime/base/openapi.ts'
import { serverForTests } from '../../testing/server.ts'
import { standIns } from '../../testing/stand-ins.ts'

const server = serverForTests({ handlers: standIns() })

async function read(path: string, init: RequestInit = {}) {
  const response = await fetch(`${server().url}${path}`, init)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

test('the metrics count calls by operation and code', async () => {
  await fetch(`${server().url}/api/v1/news/headlines`)
  const { status, headers, body } = await read('/metrics')
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  expect(body).toContain('onedoor_calls_total{operation="news.headlines",code="ok"} 1')
  expect(body).toContain('process_cpu_seconds_total')
})

describe('with METRICS_TOKEN', () => {
  const metricsToken = 'm-4Vd0iRkq8sWcYb2P'
  const closed = serverForTests({ handlers: standIns(), settings: { METRICS_TOKEN: metricsToken } })

  test.each([
    ['nothing', undefined],
    ['another token', 'Bearer m-4Vd0iRkq8sWcYb2Q'],
    ['its beginning', 'Bearer m-4Vd0iRkq8sWcYb'],
    ['another scheme', `Basic ${metricsToken}`],
  ])('%s gives no access to the metrics', async (_what, authorization) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization }
    const response = await fetch(`${closed().url}/metrics`, { headers })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' })
  })

  test('the token gives access, and health needs none', async () => {
    const headers = { Authorization: `Bearer ${metricsToken}` }
    expect((await fetch(`${closed().url}/metrics`, { headers })).status).toBe(200)
    expect((await fetch(`${closed().url}/health/ready`)).status).toBe(200)
  })
})

describe('the API documents', () => {
  test.each([
    ['/openapi.json', 'application/json', '"openapi": "3.0'],
    ['/openapi.yaml', 'application/yaml', 'openapi: 3.0'],
    ['/openapi.3.1.yaml', 'application/yaml', 'openapi: 3.1'],
    ['/openapi.3.2.yaml', 'application/yaml', 'openapi: 3.2'],
  ])('%s is served complete, and an unchanged one is not sent again', async (path, type, beginning) => {
    const { status, headers, body } = await read(path)
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
    expect(body.slice(0, 100)).toContain(beginning)
    expect(body).toContain('notes.add')
    const etag = headers.get('etag') as string
    const again = await read(path, { headers: { 'If-None-Match': etag } })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
    const conditions = [`"another", W/${etag}`, '*', '"another"', '']
    const statuses = await Promise.all(
      conditions.map(async (condition) => (await read(path, { headers: { 'If-None-Match': condition } })).status),
    )
    expect(statuses).toEqual([304, 304, 200, 200])
    const head = await read(path, { method: 'HEAD' })
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag])
  })

  test.each<[string, (text: string) => unknown]>([
    ['/openapi.json', JSON.parse],
    ['/openapi.yaml', parse],
    ['/openapi.3.1.yaml', parse],
    ['/openapi.3.2.yaml', parse],
  ])(
    '%s names this server by its public address, also in samples, and nothing else in it differs',
    async (path, parsed) => {
      const { servers, ...served } = parsed((await read(path)).body) as { servers: { url: string }[] }
      expect(servers.map(({ url }) => url)).toEqual([server().url])
      const text = readFileSync(`generated${path}`, 'utf8').replaceAll(sampleUrl, () => server().url)
      const { servers: _, ...written } = parsed(text) as { servers: unknown }
      expect(served).toEqual(written)
    },
  )

  test('a program of another origin can read them', async () => {
    expect((await read('/openapi.json')).headers.get('access-control-allow-origin')).toBe('*')
  })
})

test.each([
  '/nowhere',
  '/api',
  '/openapi',
  '/%2e%2e/package.json',
  '/docs/%ff',
  '/v1',
  '/.env',
  '//evil.example',
  '/health',
])('%s is not a page: the response is an error in JSON, never a page of the framework', async (path) => {
  const { status, headers, body } = await read(path)
  expect([status, headers.get('content-type')]).toEqual([
    path.includes('%ff') ? 400 : 404,
    'application/json; charset=utf-8',
  ])
  expect(JSON.parse(body)).toEqual({
    error: expect.any(String),
    code: path.includes('%ff') ? 'invalid_argument' : 'unknown_method',
  })
  expect(headers.get('x-request-id')).toBeTruthy()
  expect(headers.get('x-powered-by')).toBeNull()
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s of a page is rejected with the supported verbs', async (method) => {
  for (const path of ['/openapi.json', '/health/ready', '/metrics']) {
    const { status, headers, body } = await read(path, { method })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed' })
  }
})
