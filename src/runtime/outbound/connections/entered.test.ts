import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { createAccounts } from '../../../runtime/accounts/accounts.ts'
import { connectionsForTests } from '../../../testing/connections.ts'
import { forEachDatabase } from '../../../testing/databases.ts'
import { unzip } from '../../../testing/zip.ts'
import { createArchive } from '../../accounts/archive.ts'
import { serverTables } from '../../accounts/owned.ts'
import type { Store } from '../../store/types.ts'
import { OutboundFailure } from '../failure.ts'
import type { EnteredKind, GrantedKind } from './connection-kind.ts'
import type { Connections } from './connections.ts'
import { google } from './google.ts'

const granted: GrantedKind = {
  name: 'letters-drive',
  title: 'Letters Drive',
  allows: 'read the letters',
  authority: google,
  scopes: ['https://www.googleapis.com/auth/drive.readonly'],
}
const box: EnteredKind = { name: 'letter-box', title: 'Letter box', allows: 'open it', enteredAt: '/settings/box' }
const shelf: EnteredKind = { name: 'shelf', title: 'Shelf', allows: 'look at it', enteredAt: '/settings/shelf' }
const letters = { what: 'place for letters', kinds: [granted, box] } as const
const baseUrl = 'https://onedoor.example'
const notConnected = {
  code: 'failed_precondition',
  message: `Letter box is not connected. Connect it at ${baseUrl}/settings/connections.`,
}
const ended = {
  code: 'failed_precondition',
  message: `Letter box no longer accepts the saved credentials. Connect it again at ${baseUrl}/settings/connections.`,
}
const ofAda = { subject: 'ada@box.example', secret: 'the first secret of Ada' }

const world = connectionsForTests(baseUrl, [granted, box, shelf])

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  let connections: Connections
  let ada: { id: string; username: string }
  let ben: { id: string; username: string }

  beforeEach(async () => {
    store ??= await openTestStore()
    connections = world.on(store)
    const account = async () => {
      const username = `p${randomBytes(6).toString('hex')}`
      const { id } = await accounts().create({ username, password: 'correct horse battery' })
      return { id, username }
    }
    ada = await account()
    ben = await account()
  })

  const accounts = () =>
    createAccounts({
      store,
      clock: world.outbound.clock,
      namespacedTables: [],
      hash: async () => '$argon2id$x',
      onRemoving: (tx, id) => connections.withdrawing(tx, id),
    })

  const use = (on = connections, { id } = ada, status = 200) =>
    on.entered({ signal: new AbortController().signal, subject: id, accountId: id }, box, async (secret) => {
      if (status !== 200) throw new OutboundFailure('status', 'refused', { status })
      return secret
    })

  async function permit({ id } = ada): Promise<void> {
    const browser = { accountId: id, sessionId: `session of ${id}` }
    const { searchParams } = await world.standIn.permit(await connections.begin(browser, granted.name))
    const value = (name: string) => searchParams.get(name) ?? ''
    await connections.finish(browser, { state: value('state'), code: value('code'), error: value('error') })
  }

  const listed = async (name: string, { id } = ada) =>
    (await connections.list(id)).find(({ kind }) => kind.name === name)?.connection
  const rowsOf = ({ id } = ada) =>
    store.all<{ kind: string; access_token: string | null }>(store.sql('connections').where({ account_id: id }))

  test('an entered secret is used only by its account, and stored encrypted', async () => {
    await expect(use()).rejects.toMatchObject(notConnected)
    await connections.enter(ada.id, box, ofAda)
    expect(await use()).toBe(ofAda.secret)
    expect(await listed(box.name)).toEqual({
      subject: ofAda.subject,
      sinceMs: world.outbound.clock.now(),
      isEnded: false,
    })
    expect(await listed(shelf.name)).toBeUndefined()
    await expect(use(connections, ben)).rejects.toMatchObject(notConnected)
    expect(JSON.stringify(await rowsOf())).not.toContain('secret of Ada')

    // It cannot be decrypted in another account's row, nor with another key.
    await connections.enter(ben.id, box, { subject: 'ben@box.example', secret: 'of Ben' })
    const token = (await rowsOf())[0]?.access_token ?? ''
    await store.run(store.sql('connections').where({ account_id: ben.id }).update({ access_token: token }))
    await expect(use(connections, ben)).rejects.toMatchObject(ended)
    await expect(use(world.on(store, { key: randomBytes(32) }))).rejects.toMatchObject(ended)
    expect(await use()).toBe(ofAda.secret)
  })

  test('a secret does not expire, and entering another one replaces it', async () => {
    await connections.enter(ada.id, box, ofAda)
    world.outbound.clock.advance(400 * 86_400_000)
    expect(await use()).toBe(ofAda.secret)
    await connections.enter(ada.id, shelf, { subject: 'on the shelf', secret: 'of the shelf' })
    await connections.enter(ada.id, box, { subject: 'ada@other.example', secret: 'another' })
    expect(await use()).toBe('another')
    expect(await listed(box.name)).toMatchObject({ subject: 'ada@other.example', sinceMs: world.outbound.clock.now() })
    expect((await rowsOf()).map(({ kind }) => kind).sort()).toEqual([box.name, shelf.name])
    expect(world.standIn.requests).toEqual([])
  })

  test('of several secrets entered concurrently one is stored, and the others are rejected', async () => {
    await connections.enter(ada.id, box, ofAda)
    const others = [connections, world.on(store), connections, world.on(store)]
    const entered = await Promise.allSettled(
      others.map((each, index) => each.enter(ada.id, box, { subject: `${index}`, secret: `secret ${index}` })),
    )
    const kept = entered.flatMap(({ status }, index) => (status === 'fulfilled' ? [`secret ${index}`] : []))
    for (const each of entered) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'failed_precondition' })
    }
    expect(kept).toContain(await use())
    expect(await rowsOf()).toHaveLength(1)
  })

  test('a rejected secret is deleted and not tried again until one is entered again', async () => {
    await connections.enter(ada.id, box, ofAda)
    await expect(use(connections, ada, 503)).rejects.toMatchObject({ upstreamStatus: 503 })
    expect(await use()).toBe(ofAda.secret)
    await expect(use(connections, ada, 401)).rejects.toMatchObject(ended)
    expect(await rowsOf()).toMatchObject([{ access_token: null, refresh_token: null }])
    expect(await listed(box.name)).toMatchObject({ subject: ofAda.subject, isEnded: true })
    await expect(use()).rejects.toMatchObject(ended)
    await connections.enter(ada.id, box, ofAda)
    expect(await use()).toBe(ofAda.secret)
  })

  test('a rejection does not delete a secret that was entered in the meantime', async () => {
    await connections.enter(ada.id, box, ofAda)
    const asker = { signal: new AbortController().signal, subject: ada.id, accountId: ada.id }
    const refused = connections.entered(asker, box, async () => {
      await connections.enter(ada.id, box, { ...ofAda, secret: 'the new one' })
      throw new OutboundFailure('status', 'refused', { status: 401 })
    })
    await expect(refused).rejects.toMatchObject({ code: 'failed_precondition' })
    expect(await use()).toBe('the new one')
  })

  test('of several kinds the one that was connected last is the latest, even if it has ended', async () => {
    const latest = async (on = connections) => (await on.latest(ada.id, letters)).name
    const none = {
      code: 'failed_precondition',
      message: `No place for letters is connected. Connect one at ${baseUrl}/settings/connections.`,
    }
    await expect(latest()).rejects.toMatchObject(none)
    await connections.enter(ben.id, box, ofAda)
    await connections.enter(ada.id, shelf, ofAda)
    await expect(latest()).rejects.toMatchObject(none)
    await connections.enter(ada.id, box, ofAda)
    expect(await latest()).toBe(box.name)
    world.outbound.clock.advance(1000)
    await permit()
    expect(await latest()).toBe(granted.name)
    // Renewing is not connecting.
    await expect(use(connections, ada, 401)).rejects.toMatchObject(ended)
    expect(await latest()).toBe(granted.name)
    world.outbound.clock.advance(1000)
    await connections.enter(ada.id, box, ofAda)
    expect(await latest()).toBe(box.name)
    await expect(use(connections, ada, 401)).rejects.toMatchObject(ended)
    expect(await latest()).toBe(box.name)
    expect(await connections.disconnect(ada.id, box.name)).toEqual({ isRevoked: true })
    expect(await latest()).toBe(granted.name)
    expect(world.standIn.isPermitted).toBe(true)
    await connections.disconnect(ada.id, granted.name)
    await expect(latest()).rejects.toMatchObject(none)
    expect(await latest(world.on(store, { withExamples: true }))).toBe(granted.name)
  })

  test('disconnecting deletes a secret without a request to anyone', async () => {
    await connections.enter(ada.id, box, ofAda)
    await expect(connections.disconnect(ben.id, box.name)).rejects.toMatchObject({ code: 'not_found' })
    expect(await connections.disconnect(ada.id, box.name)).toEqual({ isRevoked: true })
    expect(await rowsOf()).toEqual([])
    await expect(use()).rejects.toMatchObject(notConnected)
    expect(world.standIn.requests).toEqual([])
  })

  test('a kind with a secret has no authority to start at', async () => {
    const browser = { accountId: ada.id, sessionId: 'session' }
    await expect(connections.begin(browser, box.name)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the archive of its account names the outside account, without the secret', async () => {
    await connections.enter(ada.id, box, ofAda)
    await connections.enter(ben.id, box, { subject: 'ben@box.example', secret: 'of Ben' })
    const tables = serverTables.filter(({ table }) => table === 'connections')
    const blobs = { open: async () => undefined }
    const archive = createArchive({ store, clock: world.outbound.clock, tables, blobs })
    const files = unzip(await buffer(archive.of(ada.id)))
    const moment = new Date(world.outbound.clock.now()).toISOString()
    expect(JSON.parse(files.get('connections.json') ?? '')).toEqual([
      {
        id: expect.stringMatching(/^connection_/),
        kind: box.name,
        subject: ofAda.subject,
        created_at: moment,
        updated_at: moment,
      },
    ])
  })

  test('deleting an account deletes its secrets and no others', async () => {
    await connections.enter(ada.id, box, ofAda)
    await connections.enter(ada.id, shelf, ofAda)
    await connections.enter(ben.id, box, { subject: 'ben@box.example', secret: 'of Ben' })
    await accounts().remove(ada.username)
    await connections.close()
    expect(await rowsOf()).toEqual([])
    expect(await use(connections, ben)).toBe('of Ben')
    expect(world.standIn.requests).toEqual([])
  })
})
