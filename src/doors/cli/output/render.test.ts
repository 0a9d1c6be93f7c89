import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { rendered } from './render.ts'
import { padded, shortened, widthOf } from './width.ts'

describe('a result', () => {
  test('has aligned single values, objects under their names, and its text last', () => {
    const note = { id: 'note_1', title: 'Groceries', text: 'Oats\nLemons' }
    expect(rendered({ note, is_new: true }, 80)).toBe(`is_new  yes

note:
  id     note_1
  title  Groceries

  Oats
  Lemons`)
  })

  test('that is a list is a table', () => {
    const items = [
      { title: 'Oats', tags: ['a', 'b'], price: 2.5 },
      { title: '蜂蜜', price: 10, shop: { name: 'x' } },
    ]
    expect(rendered({ items, total: 2 }, 80)).toBe(`total  2

TITLE  TAGS  PRICE  SHOP
Oats   a, b  2.5
蜂蜜         10     {"name":"x"}`)
    expect(rendered({ items: [] }, 80)).toBe('(none)')
    expect(rendered({ items: ['a', 'b'] }, 80)).toBe('a\nb')
  })

  test('that is too wide has its widest columns shortened, and with too many columns its rows stacked', () => {
    const items = [{ id: 'note_1', text: 'A long text that does not fit into the line' }]
    expect(rendered({ items }, 24)).toBe('ID      TEXT\nnote_1  A long text tha…')
    const wide = [Object.fromEntries(Array.from('abcdefgh', (name) => [name, `${name}${'x'.repeat(20)}`]))]
    expect(rendered({ items: wide }, 40).split('\n')[0]).toBe(`a  a${'x'.repeat(20)}`)
    expect(rendered({ items: wide }, undefined).split('\n')).toHaveLength(2)
  })
})

test('a table shows moments to the minute, so that they fit next to an id; elsewhere they are complete', () => {
  const id = 'task_01m7xv4dejebyvtgw0q5bmxw9m'
  const [created, day] = ['2026-12-01T08:05:59.123Z', '2026-12-01T08:05:59+01:00']
  const items = [{ id, title: 'Rent', created, updated: '2026-12-02T00:00:00Z' }]
  expect(rendered({ items }, 80)).toBe(`ID                               TITLE  CREATED            UPDATED
${id}  Rent   2026-12-01 08:05Z  2026-12-02 00:00Z`)
  expect(rendered({ items: [{ due: day, note: `${created} or so` }] }, undefined)).toContain(`${day}  ${created} or so`)
  expect(rendered({ task: { created } }, 80)).toContain(created)
})

test('a table never cuts an id', () => {
  const id = 'task_01m7xv4dejebyvtgw0q5bmxw9m'
  const items = [{ id, title: 'x'.repeat(60), list_id: `list_${id}`, due: '2026-12-01T00:00:00Z' }]
  for (let width = 20; width <= 120; width++) {
    expect(rendered({ items }, width)).toContain(id)
    expect(rendered({ items }, width)).toContain(`list_${id}`)
  }
  expect(rendered({ items: [{ id, title: 'x'.repeat(60) }] }, 80).split('\n')).toHaveLength(2)
})

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: anyCharacter }),
    fc.boolean(),
    fc.double(),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')),
  ),
})).value

test('nothing in a result controls the terminal', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: anyCharacter }), value),
      fc.option(fc.integer({ min: 20, max: 200 })),
      (result, width) => {
        expect(rendered(result, width ?? undefined)).not.toMatch(/(?![\n\t])\p{Cc}/u)
      },
    ),
  )
})

test('a table never exceeds the width', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => !/\p{Cc}/u.test(text))
  const id = fc.string({ unit: 'grapheme-ascii', maxLength: 10 })
  const row = fc.record({ id, title: cell, text: cell })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), fc.integer({ min: 30, max: 120 }), (items, width) => {
      for (const line of rendered({ items }, width).split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(width)
    }),
  )
})

test('a shortened text fits, and a padded one has the requested width', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, width) => {
      expect(widthOf(shortened(text, width))).toBeLessThanOrEqual(width)
      expect(widthOf(padded(shortened(text, width), width))).toBe(width)
    }),
  )
})
