import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Registry } from '../../runtime/base/metrics.ts'
import { version } from '../../runtime/base/version.ts'
import { oncePerSecond } from '../../runtime/store/readiness.ts'
import { serverForTests } from '../../testing/server.ts'
import { standIns } from '../../testing/stand-ins.ts'
import { healthPages } from './health.ts'

const server = serverForTests({ handlers: standIns() })

async function read(path: string, init: RequestInit = {}) {
  const response = await fetch(`${server().url}${path}`, init)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

describe('health', () => {
  test('a server that can do its work is live and ready', async () => {
    expect(await read('/health/live')).toMatchObject({
      status: 200,
      body: JSON.stringify({ status: 'ok', version }),
    })
    expect(await read('/health/ready')).toMatchObject({ status: 200, body: '{"status":"ok","database":"ok"}' })
  })

  let bare: Server | undefined
  afterEach(() => bare?.close())

  async function statusesOf(options: { ping: () => Promise<void>; stopping?: boolean }) {
    const pages = express().use(
      healthPages({
        store: { ping: options.ping },
        registry: new Registry(),
        isStopping: () => options.stopping ?? false,
        metricsToken: undefined,
      }),
    )
    bare = createServer(pages)
    await new Promise<void>((resolve) => bare?.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
    const [live, ready] = await Promise.all([fetch(`${url}/health/live`), fetch(`${url}/health/ready`)])
    return { live: live.status, ready: ready.status, body: await ready.json() }
  }

  test('a server whose database does not respond is live, and not ready', async () => {
    expect(await statusesOf({ ping: () => Promise.reject(new Error('connect ECONNREFUSED')) })).toEqual({
      live: 200,
      ready: 503,
      body: { status: 'unavailable', database: 'unavailable' },
    })
  })

  test('a server that is stopping is live, and not ready', async () => {
    expect(await statusesOf({ ping: () => Promise.resolve(), stopping: true })).toEqual({
      live: 200,
      ready: 503,
      body: { status: 'unavailable', database: 'ok', stopping: true },
    })
  })
})

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

describe('the check of the database', () => {
  test('runs at most once a second, and is shared while it runs', async () => {
    let now = 0
    const pending: (() => void)[] = []
    const ask = () => new Promise<number>((resolve) => pending.push(() => resolve(pending.length)))
    const ready = oncePerSecond(ask, () => now)
    const first = [ready(), ready()]
    now = 5000
    const late = ready()
    expect(pending).toHaveLength(1)
    pending[0]?.()
    expect(await Promise.all([...first, late])).toEqual([1, 1, 1])
    const next = ready()
    expect(pending).toHaveLength(2)
    now += 999
    expect(ready()).toBe(next)
    pending[1]?.()
    await next
    now += 1
    void ready()
    expect(pending).toHaveLength(3)
  })
})

describe('the API documents', () => {
  test.each([
    ['/openapi.json', 'application/json', '"openapi": "3.0'],
    ['/openapi.yaml', 'application/yaml', 'openapi: 3.0'],
    ['/openapi.3.1.yaml', 'application/yaml', 'openapi: 3.1'],
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
  ])('%s names this server by its public address, and nothing else in it differs', async (path, parsed) => {
    const { servers, ...served } = parsed((await read(path)).body) as { servers: { url: string }[] }
    expect(servers.map(({ url }) => url)).toEqual([server().url])
    const { servers: _, ...written } = parsed(readFileSync(`generated${path}`, 'utf8')) as { servers: unknown }
    expect(served).toEqual(written)
  })

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
