import { expect, test } from 'vitest'
import { builderFor } from './builders.ts'
import { statement } from './statement.ts'

test('is built once per dialect, and a call only orders its values', () => {
  let built = 0
  const page = statement<{ owner: string; limit: number; offset: number }>((sql, param) => {
    built++
    return sql('notes')
      .where({ owner: param('owner'), public: true })
      .limit(param('limit') as number)
      .offset(param('offset') as number)
  })
  const first = page({ owner: 'ada', limit: 20, offset: 40 })
  expect(first.compile(builderFor('sqlite'), 'sqlite')).toEqual({
    sql: 'select * from `notes` where `owner` = ? and `public` = ? limit ? offset ?',
    bindings: ['ada', true, 20, 40],
  })
  expect(page({ owner: 'bob', limit: 1, offset: 0 }).compile(builderFor('sqlite'), 'sqlite').bindings).toEqual([
    'bob',
    true,
    1,
    0,
  ])
  expect(built).toBe(1)
  expect(first.compile(builderFor('postgres'), 'postgres').sql).toBe(
    'select * from "notes" where "owner" = $1 and "public" = $2 limit $3 offset $4',
  )
  expect(built).toBe(2)
})

test('accepts one parameter in several places', () => {
  const touch = statement<{ at: number; id: string }>((sql, param) =>
    sql('notes')
      .where({ id: param('id') })
      .update({ created_at: param('at'), updated_at: param('at') }),
  )
  expect(touch({ at: 5, id: 'n' }).compile(builderFor('sqlite'), 'sqlite').bindings).toEqual([5, 5, 'n'])
})

test('names the missing parameter; null is a value', () => {
  const find = statement<{ ref: string | null }>((sql, param) => sql.raw('select ? as ref', [param('ref')]))
  expect(find({ ref: null }).compile(builderFor('sqlite'), 'sqlite').bindings).toEqual([null])
  expect(() => find({} as { ref: null }).compile(builderFor('sqlite'), 'sqlite')).toThrow('Parameter "ref" is missing')
})

test('rejects a parameter that the builder wrote into the text', () => {
  const wrong = statement<{ n: number }>((sql, param) => sql.raw(`select ${param('n')}`))
  expect(() => wrong({ n: 1 }).compile(builderFor('sqlite'), 'sqlite')).toThrow(
    'Parameter "n" was written into the text',
  )
})

test('rejects any of its parameters in the text, and does not mistake other text for a parameter', () => {
  const wrong = statement<{ a: string; b: number }>((sql, param) => {
    const a = param('a')
    return sql.raw(`select ? as a, ${param('b')} as b`, [a])
  })
  expect(() => wrong({ a: 'x', b: 1 }).compile(builderFor('sqlite'), 'sqlite')).toThrow('Parameter "b" was written')
  const like = statement<{ id: string }>((sql, param) =>
    sql('notes').where({ id: param('id'), title: '8900000000000000' }),
  )
  expect(like({ id: 'n' }).compile(builderFor('sqlite'), 'sqlite').bindings).toEqual(['n', '8900000000000000'])
})

test('cannot be built if knex would leave out the rows to return', () => {
  const drop = statement<{ id: string }>((sql, param) =>
    sql('notes')
      .where({ id: param('id') })
      .delete()
      .returning('id'),
  )
  expect(() => drop({ id: 'n' }).compile(builderFor('sqlite'), 'sqlite')).toThrow('sql.raw')
  expect(drop({ id: 'n' }).compile(builderFor('postgres'), 'postgres').sql).toContain('returning "id"')
  const add = statement<{ id: string }>((sql, param) =>
    sql('notes')
      .insert({ id: param('id') })
      .returning('id'),
  )
  expect(add({ id: 'n' }).compile(builderFor('sqlite'), 'sqlite').sql).toContain('returning `id`')
})
