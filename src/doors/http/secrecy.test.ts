import { expect, test } from 'vitest'
import { families } from '../../app/families.ts'
import { rawExchange, requestHead } from '../../testing/raw-http.ts'
import { serverForTests } from '../../testing/server.ts'
import { standIns } from '../../testing/stand-ins.ts'

const lines: string[] = []
const failing = () => {
  throw new Error('The provider said: GET https://provider.example/search?q=marzipan-query failed')
}
const { social } = standIns({ 'social.list': failing })
const server = serverForTests({
  families,
  handlers: { ...(social && { social }) },
  onLogLine: (line) => void lines.push(line),
})

test('the log of a run has no token, no search, no title, no body and no query string, and neither do the metrics', async () => {
  const ann = await server().account()
  const { url } = server()
  const secret = ann.token as string
  await ann.ok('notes.add', { title: 'marzipan-title', text: 'marzipan-body' })
  await ann.ok('notes.get', { title: 'marzipan-title' })
  await ann.ok('bookmarks.list', { query: 'marzipan-search' })
  await ann.fails('notes.get', { title: 'marzipan-missing' })
  await ann.fails('notes.add', { title: 7, 'marzipan-argument': 'marzipan-value' })
  await ann.fails('social.list', {})
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers })
  await get('/api/v1/notes/get?title=marzipan-anonymous')
  await get('/api/v1/notes/list', { Authorization: 'Bearer od_marzipanmarzipanmarzipanmarzipanmarzipanmarz' })
  await get('/api/v1/notes/list', { Authorization: 'Basic bWFyemlwYW46bWFyemlwYW4=' })
  await get(`/api/v1/nowhere?token=${secret}`)
  await get(`/nowhere?token=${secret}&q=marzipan`)
  await get('/docs/%ff?q=marzipan')
  await get('/health/live?q=marzipan', { Referer: 'https://example.org/?q=marzipan' })
  await get('/api/v1/news/headlines', { Cookie: 'onedoor_session=marzipan-session', 'X-CSRF-Token': 'marzipan-csrf' })
  await get('/api/v1/news/headlines', { 'X-Request-Id': 'a request of marzipan' })
  await rawExchange(url, 'marzipan junk\r\n\r\n')
  await rawExchange(url, requestHead('GET', `http://example.org/nowhere?q=marzipan`))

  const metrics = await (await get('/metrics')).text()
  const log = lines.join('')
  expect(lines.filter((line) => line.includes('"msg":"call')).length).toBeGreaterThan(9)
  expect(log).toContain('The provider said')
  for (const text of [log, metrics]) {
    expect(text).not.toContain(secret)
    expect(text).not.toMatch(/marzipan|bWFyemlwYW4/)
  }
})

test('every call leaves one line with its id, its operation, its outcome and how long it took', async () => {
  const from = lines.length
  await fetch(`${server().url}/api/v1/notes/list`, { headers: { 'X-Request-Id': 'call-1' } })
  const ofCall = lines.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(ofCall).toEqual([
    expect.objectContaining({
      level: 'info',
      msg: 'call',
      requestId: 'call-1',
      operation: 'notes.list',
      code: 'unauthenticated',
      durationMs: expect.any(Number),
    }),
  ])
})
