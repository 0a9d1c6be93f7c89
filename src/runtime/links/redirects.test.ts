import { describe, expect, test } from 'vitest'
import { forEachServer, type TestServer } from '../../testing/server.ts'

const person = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

interface LinkColumns {
  readonly destination?: string
  readonly expires_at?: number | null
  readonly forward_query?: boolean
}

let owners = 0

async function newLink(server: TestServer, id: string, columns: LinkColumns = {}): Promise<void> {
  owners += 1
  const { id: owner } = await server.account(`owner_${owners}`)
  const row = { destination: `https://ferries.example/${id}`, created_at: 1, updated_at: 1, ...columns }
  await server.store.run(server.store.sql('links').insert({ id, owner, ...row }))
}

function visit(server: TestServer, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}/u/${path}`, { redirect: 'manual', ...init, headers: { ...person, ...init.headers } })
}

forEachServer((server) => {
  describe('a short link', () => {
    test('leads to its destination, and nobody keeps the answer', async () => {
      await newLink(server(), 'winter', { destination: 'https://ferries.example/timetable?season=winter#top' })
      const response = await visit(server(), 'winter', { headers: { 'X-Request-Id': 'mine' } })
      expect(response.status).toBe(302)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        location: 'https://ferries.example/timetable?season=winter#top',
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'x-request-id': 'mine',
        'content-length': '0',
      })
      expect(await response.text()).toBe('')
    })

    test.each([
      ['written with an escape', 'w%69nter-2'],
      ['with a slash at its end', 'winter-2/'],
      ['with a query that is not passed on', 'winter-2?ref=a'],
      ['with an empty query', 'winter-2?'],
    ])('is the same %s', async (_, path) => {
      await newLink(server(), 'winter-2').catch(() => undefined)
      const response = await visit(server(), path)
      expect([response.status, response.headers.get('location')]).toEqual([302, 'https://ferries.example/winter-2'])
    })

    test('answers HEAD as it answers GET', async () => {
      await newLink(server(), 'head')
      const response = await visit(server(), 'head', { method: 'HEAD' })
      expect([response.status, response.headers.get('location')]).toEqual([302, 'https://ferries.example/head'])
    })
  })
})
