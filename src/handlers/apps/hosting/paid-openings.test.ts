import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const hourMs = 3_600_000

forEachServer((server) => {
  test('a paid opening is deleted a day after it was paid for, and no later one', async () => {
    const { store, jobs, clock } = server()
    const ada = await server().account()
    const { id: app } = await ada.ok('apps.create', { name: 'Heron watch', html: '<p>Herons</p>' })
    const pay = (id: string) =>
      store.run(
        store
          .sql('app_uses')
          .insert({ id, owner: ada.id, app, price: 1, created_at: clock.now(), updated_at: clock.now() }),
      )
    const afterHours = async (hours: number) => {
      await jobs.settle()
      clock.advance(hours * hourMs)
      await jobs.settle()
    }
    const left = async () =>
      (await store.all<{ id: string }>(store.sql('app_uses').select('id').orderBy('id'))).map(({ id }) => id)
    await pay('use_1')
    await afterHours(3)
    await pay('use_2')
    await afterHours(20)
    expect(await left()).toEqual(['use_1', 'use_2'])
    await afterHours(2)
    expect(await left()).toEqual(['use_2'])
    await afterHours(3)
    expect(await left()).toEqual([])
  })
})
