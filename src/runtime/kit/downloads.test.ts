import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { InFlight } from '../limits/in-flight.ts'
import { createDownloads, type Download, maxDownloads } from './downloads.ts'
import type { FamilyRoute } from './family.ts'
import type { RouteVisit } from './route-visit.ts'

type DownloadsWorld = Parameters<typeof createDownloads>[1]

/** A server with the downloads of two families, which end when a test lets them. */
async function openPlaces() {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let begun = 0
  const found: Download = {
    ...{ size: 2, etag: '"a"', modifiedMs: 0, type: 'text/plain', disposition: 'inline', isPublic: true },
    async pieces() {
      begun += 1
      return (async function* () {
        yield Buffer.from('a')
        await finished
        yield Buffer.from('b')
      })()
    },
  }
  const world = { log: { error() {} }, layout: () => '', downloading: new InFlight(maxDownloads) }
  const place = (one: 'file' | 'picture', several: 'Files' | 'Pictures') =>
    createDownloads({ noun: { one, several }, find: async () => found }, world as unknown as DownloadsWorld)
  const places: Record<string, FamilyRoute['handle']> = {
    '/files/': place('file', 'Files'),
    '/images/': place('picture', 'Pictures'),
  }
  const server = createServer((req, res) => {
    const account = req.headers['x-account']
    const visit: Partial<RouteVisit> = {
      requestId: 'req_1',
      clientAddress: String(req.headers['x-address'] ?? '192.0.2.1'),
      caller: async () =>
        (account ? { kind: 'account', account: { id: account } } : { kind: 'anonymous' }) as Awaited<
          ReturnType<RouteVisit['caller']>
        >,
      async sendBytes(bytes) {
        for await (const piece of bytes) res.write(piece)
        res.end()
      },
    }
    places[req.url ?? '']?.(req, res, req.url ?? '', visit as RouteVisit)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    get: (path: string, headers: IncomingMessage['headers']) =>
      fetch(`${url}${path}`, { headers: headers as Record<string, string> }),
    begun: () => begun,
    finish,
    close: () => server.close(),
  }
}

test('one account or address downloads 16 things at once, files and pictures together', async () => {
  const { get, begun, finish, close } = await openPlaces()
  try {
    for (const one of [{ 'x-account': 'acc_1' }, { 'x-address': '192.0.2.7' }]) {
      const running = await Promise.all(Array.from({ length: 16 }, (_, i) => get(i % 2 ? '/files/' : '/images/', one)))
      expect(running.map(({ status }) => status)).toEqual(Array(16).fill(200))
      const before = begun()
      for (const path of ['/files/', '/images/']) {
        const refused = await get(path, one)
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
      }
      expect(begun()).toBe(before)
      expect((await get('/files/', { 'x-account': 'acc_2' })).status).toBe(200)
    }
    finish()
    await expect.poll(async () => (await get('/images/', { 'x-account': 'acc_1' })).status).toBe(200)
  } finally {
    finish()
    close()
  }
})

test('a process sends 256 downloads at once, and the next one waits its turn', async () => {
  const { get, finish, close } = await openPlaces()
  try {
    const running = await Promise.all(
      Array.from({ length: 256 }, (_, i) => get(i % 2 ? '/files/' : '/images/', { 'x-account': `acc_${i % 32}` })),
    )
    expect(new Set(running.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await get('/images/', { 'x-account': 'acc_other' })
    expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
    finish()
    await expect.poll(async () => (await get('/files/', { 'x-account': 'acc_other' })).status).toBe(200)
  } finally {
    finish()
    close()
  }
})
