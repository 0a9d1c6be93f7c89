import { expect, test } from 'vitest'
import { signedInVisitor } from '../../testing/program-sign-in.ts'
import { forOneServer } from '../../testing/server.ts'
import { typeLine } from '../../testing/typed-line.ts'

forOneServer((server) => {
  const onedoor = (...words: string[]) => typeLine(words, { env: { DATA_DIR: server().dataDir } })
  const publicKeyIn = (html: string) => /B[\w-]{86}/.exec(html)?.[0]

  test('a new key of sessions signs out all browsers, and the audit log says so', async () => {
    const { visitor } = await signedInVisitor(server())
    expect(await onedoor('keys', 'rotate', 'session')).toEqual({
      code: 0,
      out: expect.stringContaining('Restart every server process'),
      err: '',
    })
    expect((await visitor.get('/settings')).status).toBe(303)
    expect((await onedoor('audit', '--action', 'key_rotated')).out).toContain('session')
  })

  test('a new key of push notifications ends the registrations of browsers, at once', async () => {
    const { account, visitor } = await signedInVisitor(server())
    const { store } = server()
    const row = { label: 'a phone', endpoint: 'https://push.example/1', endpoint_sha256: '1', p256dh: 'x', auth: 'y' }
    const times = { created_at: 1, updated_at: 1 }
    await store.run(store.sql('notify_devices').insert({ id: 'device_1', owner: account.id, ...row, ...times }))
    const before = publicKeyIn((await visitor.get('/settings/notifications')).html)
    const { out } = await onedoor('keys', 'rotate', 'vapid')
    expect(out).toContain('Browsers that were registered for notifications: 1.')
    expect(await store.all(store.sql('notify_devices'))).toEqual([])
    const after = publicKeyIn((await visitor.get('/settings/notifications')).html)
    expect([before, after]).toEqual([expect.any(String), expect.any(String)])
    expect(after).not.toBe(before)
  })

  test('an unknown key is refused with the names of those that exist', async () => {
    expect(await onedoor('keys', 'rotate', 'front-door')).toMatchObject({
      code: 2,
      err: expect.stringContaining('signing, session, '),
    })
  })
})
