import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { written } from '../fixtures/written.ts'

forEachServer((server) => {
  test('documents are listed with the most recently changed first, and a list says how many it leaves out', async () => {
    const ada = await server().account()
    const ids: string[] = []
    for (let i = 0; i < 52; i++) {
      server().clock.advance(1000)
      ids.push((await written(ada, `Plan ${i}`)).id)
    }
    server().clock.advance(1000)
    await ada.ok('docs.write', { id: ids[3]!, title: 'Plan 3', content: 'Leeks.' })
    const usual = await ada.ok('docs.list', {})
    expect([usual.items.length, usual.total]).toEqual([50, 52])
    expect(usual.items.slice(0, 3).map(({ title }) => title)).toEqual(['Plan 3', 'Plan 51', 'Plan 50'])
    expect((await ada.ok('docs.list', { limit: 500 })).items).toHaveLength(52)
    const searched = await ada.ok('docs.list', { query: 'beans', limit: 2 })
    expect([searched.items.map(({ title }) => title), searched.total]).toEqual([['Plan 51', 'Plan 50'], 51])
    const further = await ada.ok('docs.list', { query: 'beans', limit: 2, cursor: searched.next_cursor ?? '' })
    expect(further.items.map(({ title }) => title)).toEqual(['Plan 49', 'Plan 48'])
    const rest = await ada.ok('docs.list', { cursor: usual.next_cursor ?? '' })
    expect([rest.items.map(({ title }) => title), rest.total]).toEqual([['Plan 1', 'Plan 0'], 52])
    expect(rest).not.toHaveProperty('next_cursor')
  })

  test('every word of a query is looked for in titles and contents, as the beginning of a word, without case and accents', async () => {
    const ada = await server().account()
    const plan = await written(ada, 'Allotment plan', `${'Lorem ipsum. '.repeat(500)}Broad beans, then Poirées.`)
    const house = await written(ada, '家の計画', '来年の予算')
    const found = async (query: string) => (await ada.ok('docs.list', { query })).items.map(({ id }) => id)
    for (const query of ['allot', 'BROAD plan', 'poiree', ' beans ']) expect(await found(query)).toEqual([plan.id])
    for (const query of ['計画', '予算 家']) expect(await found(query)).toEqual([house.id])
    for (const query of ['lotment', 'broad leeks', '???']) expect(await found(query)).toEqual([])
    for (const query of ['', '  ']) expect((await found(query)).sort()).toEqual([plan.id, house.id].sort())
  })
})
