import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

forEachServer((server) => {
  test('a body is read in pages of characters, and past its end there is nothing', async () => {
    const ada = await server().account()
    const body = '👍'.repeat(2500)
    await ada.ok('mail.send', { to: ada.username, subject: 'Long', body })
    const id = (await ada.ok('mail.inbox', {})).items[0]?.id ?? ''
    const first = await ada.ok('mail.read', { id })
    expect([first.text, first.next_offset, first.total_chars]).toEqual(['👍'.repeat(2000), 2000, 2500])
    const second = await ada.ok('mail.read', { id, offset: 2000 })
    expect([second.text, second.next_offset]).toEqual(['👍'.repeat(500), undefined])
    expect(await ada.ok('mail.read', { id, offset: 9000 })).toMatchObject({
      text: '',
      offset: 9000,
      total_chars: 2500,
    })
    await ada.fails('mail.read', { id, limit: 2001 })
  })

  test('without an id, read returns a summary, even of an empty inbox', async () => {
    const ada = await server().account()
    expect(await ada.ok('mail.read', {})).toEqual({ text: 'The inbox is empty.' })
    await ada.ok('mail.send', { to: ada.username, subject: 'Hello', body: 'x' })
    expect((await ada.ok('mail.read', {})).text).toMatch(/^1 message, 1 unread\. The latest:\nperson_\d+: Hello/)
  })
})
