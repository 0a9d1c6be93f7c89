import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { publisherOn } from '../fixtures/published.ts'

forEachServer((server) => {
  const publish = publisherOn(server)

  test('a post is deleted by id or by its whole title among own posts; a title of several deletes none', async () => {
    const [ada, ben] = [await server().account(), await server().account()]
    const bens = await publish(ben, 'Turnstone')
    const first = await publish(ada, 'Turnstone')
    const second = await publish(ada, 'TURNSTONE', { private: true })
    const refused = await ada.fails('blog.delete', { title: 'turnstone' })
    expect([refused.status, refused.body.code]).toEqual([400, 'failed_precondition'])
    expect(refused.body.error).toContain(first.id)
    expect(refused.body.error).toContain(second.id)
    expect(refused.body.error).not.toContain(bens.id)
    expect((await ada.fails('blog.delete', { title: 'turnst' })).body.code).toBe('not_found')
    expect(await ada.ok('blog.delete', { id: second.id })).toEqual({ id: second.id, deleted: true })
    expect(await ada.ok('blog.delete', { title: ' turnSTONE' })).toEqual({ id: first.id, deleted: true })
    for (const args of [{ id: first.id }, { title: 'Turnstone' }]) {
      expect((await ada.fails('blog.delete', args)).body.code).toBe('not_found')
    }
    expect(await ada.ok('blog.read', { title: 'turnstone' })).toMatchObject({ id: bens.id })
  })

  test('of many deletions of one title at once only one succeeds', async () => {
    const ada = await server().account()
    const { id } = await publish(ada, 'Whimbrel')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        ada.send('blog.delete', { body: '{"title":"Whimbrel"}', headers: { 'Content-Type': 'application/json' } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    expect((await ada.fails('blog.read', { id })).body.code).toBe('not_found')
  })
})
