import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { forEachServer } from '../../testing/server.ts'
import { manualClock } from '../base/clock.ts'
import { createAccounts } from './accounts.ts'
import { createCsrf } from './csrf.ts'
import { serverSecret } from './secrets.ts'
import { createSessions } from './sessions.ts'

const DAY = 86_400_000

forEachDatabase((_name, openTestStore, newDatabase) => {
  async function open() {
    const store = await openTestStore()
    const clock = manualClock()
    const sessions = createSessions({ store, clock })
    const accounts = createAccounts({ store, clock, namespacedTables: [] })
    const ann = await accounts.create({ username: 'annie', password: 'correct horse battery' })
    const ben = await accounts.create({ username: 'benny', password: 'correct horse battery' })
    return { store, clock, sessions, ann, ben }
  }

  describe('a session', () => {
    test('identifies its account by a secret that is new each time and stored only as its hash', async () => {
      const { store, sessions, ann } = await open()
      const first = await sessions.start(ann.id, 'Firefox')
      const second = await sessions.start(ann.id, 'Firefox')
      expect(first.secret).not.toBe(second.secret)
      expect(await sessions.find(first.secret)).toEqual({
        sessionId: first.session.id,
        account: { id: ann.id, username: 'annie', isAdmin: true, isNamespaceAdmin: true, namespace: 'onedoor' },
        timeZone: 'UTC',
      })
      const rows = await store.all<{ secret_sha256: string }>(store.sql('sessions').select('*'))
      expect(JSON.stringify(rows)).not.toContain(first.secret)
      expect(rows.map((row) => row.secret_sha256)).toContain(createHash('sha256').update(first.secret).digest('hex'))
    })

    test('lasts 30 days, and its row is deleted when the next one starts', async () => {
      const { store, clock, sessions, ann } = await open()
      const { secret } = await sessions.start(ann.id, undefined)
      clock.advance(30 * DAY - 1)
      expect(await sessions.find(secret)).toBeDefined()
      clock.advance(1)
      expect(await sessions.find(secret)).toBeUndefined()
      expect(await sessions.list(ann.id)).toEqual([])
      await sessions.start(ann.id, undefined)
      expect(await store.all(store.sql('sessions').select('id'))).toHaveLength(1)
    })

    test('is ended at once by its owner, but not by another account', async () => {
      const { sessions, ann, ben } = await open()
      const { session, secret } = await sessions.start(ann.id, undefined)
      expect(await sessions.end(ben.id, session.id)).toBe(false)
      expect(await sessions.find(secret)).toBeDefined()
      expect(await sessions.end(ann.id, session.id)).toBe(true)
      expect(await sessions.find(secret)).toBeUndefined()
      expect(await sessions.end(ann.id, session.id)).toBe(false)
    })

    test('that was ended in one process has ended in another one at once', async () => {
      const settings = await newDatabase()
      const clock = manualClock()
      const [here, there] = [await openTestStore(settings), await openTestStore(settings)]
      const ann = await createAccounts({ store: here, clock, namespacedTables: [] }).create({
        username: 'annie',
        password: 'correct horse battery',
      })
      const { session, secret } = await createSessions({ store: here, clock }).start(ann.id, undefined)
      const elsewhere = createSessions({ store: there, clock })
      expect(await elsewhere.find(secret)).toBeDefined()
      await createSessions({ store: here, clock }).end(ann.id, session.id)
      expect(await elsewhere.find(secret)).toBeUndefined()
    })

    test('stays when the others of the account end, like those of other accounts', async () => {
      const { sessions, ann, ben } = await open()
      const kept = await sessions.start(ann.id, undefined)
      const others = [await sessions.start(ann.id, undefined), await sessions.start(ann.id, undefined)]
      const bens = await sessions.start(ben.id, undefined)
      await sessions.endOthers(ann.id, kept.session.id)
      expect(await sessions.find(kept.secret)).toBeDefined()
      expect(await sessions.find(bens.secret)).toBeDefined()
      for (const { secret } of others) expect(await sessions.find(secret)).toBeUndefined()
    })

    test('records its last use at most once a minute', async () => {
      const { clock, sessions, ann } = await open()
      const { session, secret } = await sessions.start(ann.id, undefined)
      const lastUsed = async () => (await sessions.list(ann.id))[0]?.lastUsedAtMs
      clock.advance(59_999)
      await sessions.find(secret)
      await sessions.idle()
      expect(await lastUsed()).toBe(session.createdAtMs)
      clock.advance(1)
      await sessions.find(secret)
      await sessions.idle()
      expect(await lastUsed()).toBe(session.createdAtMs + 60_000)
    })

    test('stores only the printable part of the name of the browser', async () => {
      const { sessions, ann } = await open()
      await sessions.start(ann.id, 'Mozil\u0000la\u202e/5.0 ')
      await sessions.start(ann.id, '\u0001')
      await sessions.start(ann.id, 'x'.repeat(10_000))
      const devices = (await sessions.list(ann.id)).map(({ device }) => device)
      expect(devices).toEqual(['Mozilla/5.0', 'unknown', 'x'.repeat(300)])
    })

    test('is not found by a text that is not a secret', async () => {
      const { sessions } = await open()
      for (const text of ['', 'x', 'A'.repeat(43), '\u0000'.repeat(43), "' or 1=1 --"])
        expect(await sessions.find(text)).toBeUndefined()
    })
  })

  test('all processes on one database use the same key', async () => {
    const settings = await newDatabase()
    const clock = manualClock()
    const stores = [await openTestStore(settings), await openTestStore(settings)]
    const keys = await Promise.all([...stores, ...stores].map((store) => serverSecret({ store, clock }, 'csrf')))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await serverSecret({ store: await openTestStore(settings), clock }, 'csrf')).toBe(keys[0])
    expect(await serverSecret({ store: await openTestStore(settings), clock }, 'other')).not.toBe(keys[0])
  })
})

describe('a call with the session cookie', () => {
  forEachServer((server) => {
    const note = { title: 'Milk', text: 'two' }

    test('reads, and changes things with the token of the session', async () => {
      const ann = await server().account()
      const browser = await ann.inBrowser()
      await browser.ok('notes.add', note)
      expect((await browser.ok('notes.list', {})).items).toHaveLength(1)
    })

    test('reads without X-CSRF-Token, and is rejected with 403 as a POST', async () => {
      const ann = await server().account()
      const browser = await ann.inBrowser({ withoutCsrf: true })
      expect((await browser.ok('notes.list', {})).items).toHaveLength(0)
      const { status, body } = await browser.fails('notes.add', note)
      expect([status, body.code]).toEqual([403, 'csrf'])
      expect(body.error).toContain('X-CSRF-Token')
      expect((await ann.ok('notes.list', {})).items).toHaveLength(0)
    })

    test('is rejected with the token of another session, also of the same account', async () => {
      const ann = await server().account()
      const [one, other] = [await ann.inBrowser(), await ann.inBrowser()]
      const refused = await one.send('notes.add', {
        body: JSON.stringify(note),
        headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': other.csrfToken },
      })
      expect(refused.status).toBe(403)
    })

    test('uses the Authorization header if there is one: a valid one needs no token, an invalid one is 401', async () => {
      const [ann, ben] = [await server().account(), await server().account()]
      const browser = await ann.inBrowser({ withoutCsrf: true })
      const send = (authorization: string) =>
        browser.send('notes.add', {
          body: JSON.stringify(note),
          headers: { 'Content-Type': 'application/json', Authorization: authorization },
        })
      expect((await send(`Bearer ${ben.token}`)).status).toBe(200)
      expect((await ben.ok('notes.list', {})).items).toHaveLength(1)
      expect((await ann.ok('notes.list', {})).items).toHaveLength(0)
      for (const junk of ['junk', 'Bearer', `Bearer od_${'x'.repeat(43)}`, 'Basic YTpi'])
        expect((await send(junk)).status).toBe(401)
    })

    test('is 401 once the session has ended, also for open operations', async () => {
      const ann = await server().account()
      const browser = await ann.inBrowser()
      await server().store.run(server().store.sql('sessions').where({ id: browser.sessionId }).delete())
      const { status, body } = await browser.fails('notes.list', {})
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
      expect(body.error).toContain('/signin')
      expect((await browser.fails('blog.list', {})).status).toBe(401)
    })

    test('has a token that is still valid after a restart of the server', async () => {
      const ann = await server().account()
      const { sessionId, csrfToken } = await ann.inBrowser()
      const { store, clock } = server()
      expect(createCsrf(await serverSecret({ store, clock }, 'csrf')).tokenFor(sessionId)).toBe(csrfToken)
    })
  })
})
