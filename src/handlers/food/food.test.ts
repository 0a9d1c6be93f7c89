import { describe, expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()

test.each([
  ['food.product', { barcode: '../../etc' }, ['barcode']],
  ['food.product', { barcode: '4006381333932' }, ['barcode']],
  ['food.hygiene', {}, ['name']],
  ['food.hygiene', { lat: 1 }, ['lon']],
  ['food.hygiene', { lon: 1, name: 'x' }, ['lat']],
] as const)('%s rejects %j', async (id, args, paths) => {
  const { status, body } = await server().anonymous.fails(id, args)
  expect([status, body.code, body.details?.map(({ path }) => path)]).toEqual([400, 'invalid_argument', paths])
})

describe('with PROVIDERS=examples', () => {
  const trying = serverForTests({ settings: { PROVIDERS: 'examples' } })

  test('both methods return examples, marked as such', async () => {
    expect(await trying().anonymous.ok('food.product', { barcode: '5012345678900' })).toMatchObject({
      source: 'example',
    })
    expect(await trying().anonymous.ok('food.hygiene', { name: 'Tea' })).toMatchObject({ source: 'example' })
    expect(await trying().anonymous.fails('food.product', { barcode: '123480' })).toMatchObject({ status: 400 })
  })
})
