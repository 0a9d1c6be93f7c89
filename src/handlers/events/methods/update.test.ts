import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

forEachServer((server) => {
  test('a prompt has the rights of its author, and other changes do not widen them', async () => {
    const ada = await server().account()
    const narrow = await ada.withToken({ scope: { services: ['events'] }, actions: true })
    const { id } = await narrow.ok('events.create', {
      title: 'a',
      when: new Date(server().clock.now() + 3_600_000).toISOString(),
      prompt: 'read my mail',
    })
    const { store } = server()
    const tokenOf = async () =>
      (await store.get<{ token_id: string | null }>(store.sql('calendar_events').select('token_id').where({ id })))
        ?.token_id
    const narrowToken = await tokenOf()
    expect(narrowToken).toMatch(/^token_/)
    const browser = await ada.inBrowser()
    await browser.ok('events.update', { id, title: 'b', prompt: 'read my mail' })
    expect(await tokenOf()).toBe(narrowToken)
    await browser.ok('events.update', { id, prompt: 'read my notes' })
    expect(await tokenOf()).toBeNull()
    await narrow.ok('events.update', { id, prompt: 'read my mail' })
    expect(await tokenOf()).toBe(narrowToken)
  })
})
