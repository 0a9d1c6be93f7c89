import { expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { forEachServer } from '#testing/server.ts'

forEachServer((server) => {
  test('writing an existing title, in any case, rewrites that note and keeps its id and first spelling', async () => {
    const ada = await server().account()
    const first = await ada.ok('notes.add', { title: 'Straße', text: 'Old' })
    server().clock.advance(60_000)
    const second = await ada.ok('notes.add', { title: 'STRASSE', text: 'New' })
    expect(second.is_new).toBe(false)
    expect(second.note).toMatchObject({
      id: first.note.id,
      title: 'Straße',
      text: 'New',
      created: first.note.created,
    })
    expect(second.note.updated > first.note.updated).toBe(true)
    expect(await ada.ok('notes.list', {})).toEqual({ items: [second.note] })
  })

  test('one new title written twenty times at once makes one note', async () => {
    const ada = await server().account()
    const written = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ada.ok('notes.add', { title: 'Race', text: `Text ${i}` })),
    )
    expect(written.filter(({ is_new }) => is_new)).toHaveLength(1)
    expect(new Set(written.map(({ note }) => note.id)).size).toBe(1)
    expect((await ada.ok('notes.list', {})).items).toHaveLength(1)
  })

  test('lengths are counted in characters, not in bytes or UTF-16 units', async () => {
    const ada = await server().account()
    const longest = { title: '𝄞'.repeat(200), text: '🌳'.repeat(100_000) }
    await ada.ok('notes.add', longest)
    expect((await ada.ok('notes.get', { title: longest.title })).text).toBe(longest.text)
    const { body } = await ada.fails('notes.add', { title: `${longest.title}x`, text: `${longest.text}x` })
    expect(body.code).toBe('invalid_argument')
    expect(body.details?.map(({ path }) => path).sort()).toEqual(['text', 'title'])
  })

  test('the longest text is taken also when every character of it is written as an escape', async () => {
    const ada = await server().account()
    const body = `{"title":"Trees","text":"${'\\ud83c\\udf33'.repeat(100_000)}"}`
    const { status } = await ada.send('notes.add', { body, headers: { 'Content-Type': 'application/json' } })
    expect(status).toBe(200)
    expect((await ada.ok('notes.get', { title: 'Trees' })).text).toBe('🌳'.repeat(100_000))
  })

  test.each([
    ['no arguments', {}, ['text', 'title']],
    ['a blank title', { title: ' \t\n', text: 'x' }, ['title']],
    ['an empty text', { title: 'A', text: '' }, ['text']],
    ['a blank text', { title: 'A', text: ' \n ' }, ['text']],
    ['a number as title', { title: 7, text: 'x' }, ['title']],
    ['a null text', { title: 'A', text: null }, ['text']],
    ['an unknown argument', { title: 'A', text: 'x', colour: 'red' }, ['colour']],
    ['the character U+0000', { title: 'A\0', text: 'x\0' }, ['text', 'title']],
    ['half a surrogate pair', { title: 'A\ud83c', text: '\udf33x' }, ['text', 'title']],
  ])('%s is refused by name and nothing is stored', async (_, args, paths) => {
    const ada = await server().account()
    await expectFaults(ada, 'notes.add', args, paths)
    expect(await ada.ok('notes.list', {})).toEqual({ items: [] })
  })
})
