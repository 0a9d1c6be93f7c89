import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectGoogle } from '#testing/connecting.ts'
import { forEachDatabase, newDataDir } from '#testing/databases.ts'
import { type GoogleStandIn, startGoogleStandIn } from '#testing/google-stand-in.ts'
import { startTestServer, type TestAccount, type TestServer } from '#testing/server.ts'
import type { StandInFile } from '../fixtures/google-drive-stand-in.ts'

const place = '/settings/connections'
const google = 'application/vnd.google-apps'

function file(id: string, more: Partial<StandInFile> = {}): StandInFile {
  const content = more.content ?? `Text of ${id}`
  return {
    id,
    name: `${id}.txt`,
    mimeType: 'text/plain',
    modifiedTime: '2026-11-01T10:00:00.000Z',
    webViewLink: `https://drive.google.com/file/d/${id}/view`,
    ...(more.mimeType?.startsWith(google) ? {} : { size: String(Buffer.byteLength(content)) }),
    ...more,
    content,
  }
}

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  let standIn: GoogleStandIn
  let server: TestServer
  let ada: TestAccount
  const logged: string[] = []

  beforeAll(async () => {
    standIn = await startGoogleStandIn()
    const onLogLine = (line: string) => void logged.push(line)
    server = await startTestServer({ ...(await newDatabase()), settings: standIn.settings, onLogLine })
    ada = await connected()
  })
  afterAll(async () => {
    await server.stop()
    await standIn.close()
  })
  beforeEach(() => {
    standIn.files = []
  })
  afterEach(() => {
    standIn.driveFault = undefined
  })

  async function connected(): Promise<TestAccount> {
    const account = await server.account()
    await connect(account)
    return account
  }

  async function connect(account: TestAccount): Promise<void> {
    const { location } = await connectGoogle({ server, standIn }, account, { kind: 'google-drive' })
    expect(location).toBe(`${place}?done=connected`)
  }

  const lastList = () => standIn.requests.findLast(({ path }) => path === '/drive/v3/files')

  describe('files.drivesearch', () => {
    test('finds words in names and in contents, and nothing in the trash', async () => {
      standIn.files = [
        file('a', { name: 'Orchard plan', mimeType: `${google}.document`, content: 'Bramley' }),
        file('b', { name: 'notes', content: 'about the orchard' }),
        file('c', { name: 'orchard', trashed: true }),
        file('d', { name: 'orchard pictures', mimeType: `${google}.folder` }),
        file('e', { name: 'Orchard of all', isShared: true, modifiedTime: '2026-10-01T10:00:00.000Z' }),
        file('f'),
      ]
      const { items, next_cursor } = await ada.ok('files.drivesearch', { query: ' orchard ' })
      expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'e'])
      expect(items[0]).toEqual({
        id: 'a',
        name: 'Orchard plan',
        type: `${google}.document`,
        url: 'https://drive.google.com/file/d/a/view',
        updated: '2026-11-01T10:00:00.000Z',
      })
      expect(items[1]).toMatchObject({ size_bytes: 17 })
      expect(next_cursor).toBeUndefined()
    })

    test('lists the files that were changed last without words', async () => {
      standIn.files = [1, 3, 2].map((day) => file(`day${day}`, { modifiedTime: `2026-11-0${day}T10:00:00.000Z` }))
      for (const query of [undefined, '', '  ']) {
        const { items } = await ada.ok('files.drivesearch', query === undefined ? {} : { query })
        expect(items.map(({ id }) => id)).toEqual(['day3', 'day2', 'day1'])
      }
      expect(lastList()?.query.get('orderBy')).toBe('modifiedTime desc')
    })

    test('pages through what it finds', async () => {
      standIn.files = Array.from({ length: 25 }, (_, n) => file(`f${String(n).padStart(2, '0')}`))
      const seen: string[] = []
      let page: string | undefined
      let pages = 0
      do {
        const found = await ada.ok('files.drivesearch', { query: 'text', limit: 10, ...(page ? { page } : {}) })
        seen.push(...found.items.map(({ id }) => id))
        page = found.next_cursor
        pages += 1
      } while (page !== undefined)
      expect([pages, new Set(seen).size]).toEqual([3, 25])
      expect((await ada.ok('files.drivesearch', {})).items).toHaveLength(10)
      expect((await ada.ok('files.drivesearch', { limit: 20 })).items).toHaveLength(20)
    })

    test('takes quotes, backslashes and operators in words literally', async () => {
      const names = [
        "it's",
        'back\\slash',
        "x' or trashed = true or name contains '",
        "end\\'",
        '日本語 "quoted"',
        "\\' or 1",
      ]
      standIn.files = [
        ...names.map((name, n) => file(`n${n}`, { name })),
        file('other'),
        file('gone', { trashed: true }),
      ]
      for (const [n, query] of names.entries()) {
        const { items } = await ada.ok('files.drivesearch', { query })
        expect([query, items.map(({ id }) => id)]).toEqual([query, [`n${n}`]])
      }
    })

    test('rejects a page of another search', async () => {
      standIn.files = Array.from({ length: 5 }, (_, n) => file(`f${n}`))
      const { next_cursor: page = '' } = await ada.ok('files.drivesearch', { query: 'text', limit: 2 })
      for (const args of [{ query: 'other', cursor: page }, { cursor: 'nonsense' }, { page: 'too-old' }]) {
        const { status, body } = await ada.fails('files.drivesearch', args)
        expect([status, body.code, body.details?.[0]?.path]).toEqual([400, 'invalid_argument', 'cursor'])
      }
    })
  })

  describe('files.driveread', () => {
    test('reads documents as text, spreadsheets as CSV, and text and JSON as they are', async () => {
      standIn.files = [
        file('doc', { mimeType: `${google}.document`, content: '\ufeffPlan\nRow 1' }),
        file('slides', { mimeType: `${google}.presentation`, content: 'Slide 1' }),
        file('sheet', { mimeType: `${google}.spreadsheet`, content: 'a,b\n1,2' }),
        file('text', { content: 'Grüße\u{1f600}' }),
        file('json', { mimeType: 'application/json', content: '{"a":1}' }),
        file('ld', { mimeType: 'application/ld+json', content: '[]' }),
        file('empty', { content: '' }),
        file('shared', { isShared: true }),
      ]
      const read = async (id: string) => {
        const { text, text_type: type, is_truncated } = await ada.ok('files.driveread', { id })
        expect(is_truncated).toBe(false)
        return [type, text]
      }
      expect(await read('doc')).toEqual(['text/plain', 'Plan\nRow 1'])
      expect(await read('slides')).toEqual(['text/plain', 'Slide 1'])
      expect(await read('sheet')).toEqual(['text/csv', 'a,b\n1,2'])
      expect(await read('text')).toEqual(['text/plain', 'Grüße\u{1f600}'])
      expect(await read('json')).toEqual(['application/json', '{"a":1}'])
      expect(await read('ld')).toEqual(['application/ld+json', '[]'])
      expect(await read('empty')).toEqual(['text/plain', ''])
      expect(await read('shared')).toEqual(['text/plain', 'Text of shared'])
      expect(await ada.ok('files.driveread', { id: 'text' })).toMatchObject({ name: 'text.txt', size_bytes: 11 })
    })

    test('reads at most 1 MiB, never half a character, and says so', async () => {
      const bound = 1024 * 1024
      standIn.files = [
        file('exact', { content: 'x'.repeat(bound) }),
        file('more', { content: 'x'.repeat(bound + 1) }),
        file('wide', { content: `x${'\u{1f600}'.repeat(bound / 4)}` }),
        file('long', { mimeType: `${google}.document`, content: 'y'.repeat(3 * bound) }),
      ]
      const read = async (id: string) => {
        const { text, is_truncated } = await ada.ok('files.driveread', { id })
        return [Buffer.byteLength(text), text.includes('\ufffd'), is_truncated]
      }
      expect(await read('exact')).toEqual([bound, false, false])
      expect(await read('more')).toEqual([bound, false, true])
      expect(await read('wide')).toEqual([bound - 3, false, true])
      expect(await read('long')).toEqual([bound, false, true])
      const media = standIn.requests.findLast(({ query }) => query.get('alt') === 'media')
      expect(media).toBeDefined()
    })

    test('rejects what is not text, naming its type', async () => {
      standIn.files = [
        file('picture', { mimeType: 'image/png' }),
        file('pdf', { mimeType: 'application/pdf' }),
        file('link', { mimeType: `${google}.shortcut` }),
        file('binary', { content: 'a\0b' }),
        file('huge', { mimeType: `${google}.document`, content: 'z'.repeat(11 * 1024 * 1024) }),
      ]
      for (const [id, says] of [
        ['picture', 'image/png'],
        ['pdf', 'application/pdf'],
        ['link', `${google}.shortcut`],
        ['binary', 'is binary'],
        ['huge', 'too long'],
      ] as const) {
        const { status, body } = await ada.fails('files.driveread', { id })
        expect([status, body.code, body.error.includes(says)]).toEqual([400, 'failed_precondition', true])
      }
    })

    test('gives the same error for a missing file and one of others, and rejects invalid ids', async () => {
      const { status, body } = await ada.fails('files.driveread', { id: 'nowhere' })
      expect([status, body.code]).toEqual([400, 'not_found'])
      for (const id of ['', '../about', 'a b', 'a/b', 'x'.repeat(257)]) {
        expect((await ada.fails('files.driveread', { id })).body.code).toBe('invalid_argument')
      }
    })
  })

  describe('the connection', () => {
    test('belongs to its account alone, and its absence says where to connect', async () => {
      const ben = await server.account()
      for (const [id, args] of [
        ['files.drivesearch', {}],
        ['files.driveread', { id: 'x' }],
      ] as const) {
        const { status, body } = await ben.fails(id, args)
        expect([status, body.code]).toEqual([400, 'failed_precondition'])
        expect(body.error).toBe(`Google Drive is not connected. Connect it at ${server.url}${place}.`)
      }
    })

    test('is renewed when its access has ended, without its account noticing', async () => {
      standIn.files = [file('a')]
      standIn.expireAccess()
      expect((await ada.ok('files.drivesearch', {})).items).toHaveLength(1)
      standIn.expireAccess()
      expect((await ada.ok('files.driveread', { id: 'a' })).text).toBe('Text of a')
      server.clock.advance(3_600_000)
      expect((await ada.ok('files.drivesearch', {})).items).toHaveLength(1)
    })

    test('that was withdrawn says so, does not stop others, and works again after reconnecting', async () => {
      standIn.files = [file('a')]
      const eve = await connected()
      standIn.withdraw()
      for (let n = 0; n < 12; n++) {
        const { body } = await eve.fails('files.drivesearch', {})
        expect([body.code, body.error.includes(`again at ${server.url}${place}`)]).toEqual([
          'failed_precondition',
          true,
        ])
      }
      await ada.fails('files.drivesearch', {})
      await connect(ada)
      expect((await ada.ok('files.drivesearch', {})).items).toHaveLength(1)
    })
  })

  describe('Google', () => {
    test('that receives too many requests says when to try again, though with status 403', async () => {
      standIn.driveFault = { status: 403, reason: 'userRateLimitExceeded', retryAfter: '7' }
      const { status, headers, body } = await ada.fails('files.drivesearch', {})
      expect([status, body.code, headers.get('retry-after')]).toEqual([502, 'upstream_failed', '7'])
      expect(body.error).toContain('receiving too many requests')
    })

    test('that was not set up for Drive says what the administrator has to do', async () => {
      standIn.driveFault = { status: 403, reason: 'accessNotConfigured' }
      const { status, body } = await ada.fails('files.drivesearch', {})
      expect([status, body.code, body.error.includes('GOOGLE_CLIENT_ID')]).toEqual([502, 'upstream_failed', true])
    })

    test('that forbids a download says that it does', async () => {
      standIn.driveFault = { status: 403, reason: 'cannotDownloadFile' }
      expect((await ada.fails('files.driveread', { id: 'x' })).body.code).toBe('failed_precondition')
    })
  })

  test('nothing secret is logged', () => {
    const log = logged.join('\n')
    expect(log).toContain('files.drivesearch')
    expect([...standIn.secrets].length).toBeGreaterThan(0)
    for (const secret of standIn.secrets) expect(log).not.toContain(secret)
  })
})

describe('a server', () => {
  test('without the settings names them', async () => {
    const dataDir = await newDataDir()
    const server = await startTestServer({ dataDir })
    const ada = await server.account()
    const { status, body } = await ada.fails('files.drivesearch', {})
    expect([status, body.code]).toEqual([503, 'not_configured'])
    expect(body.error).toContain('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET')
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('with example data needs no connection', async () => {
    const dataDir = await newDataDir()
    const server = await startTestServer({ dataDir, settings: { PROVIDERS: 'examples' } })
    const ada = await server.account()
    const { items } = await ada.ok('files.drivesearch', {})
    expect(items.map(({ name }) => name)).toEqual(['Orchard plan', 'harvest-2026.csv'])
    for (const { id } of items) expect((await ada.ok('files.driveread', { id })).text.length).toBeGreaterThan(20)
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
})
