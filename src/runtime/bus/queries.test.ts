import { expect, test } from 'vitest'
import { z } from 'zod'
import { query } from '../base/query.ts'
import { createQueries } from './queries.ts'

const tide = async ({ day }: { day: string }) =>
  day === 'today' ? { height_m: 4.2, high_water: 'at noon' } : undefined
const queries = createQueries((name) => (name === 'harbour.tide' ? tide : undefined))
const height = z.object({ height_m: z.number() })
const tides = query<{ day: string }, z.infer<typeof height>>('harbour.tide', height)

test('a query is served by its family, and returns only the declared fields', async () => {
  expect(await queries.query(tides, { day: 'today' })).toEqual({ height_m: 4.2 })
})

test('a query without a result, or that nobody serves, returns undefined', async () => {
  expect(await queries.query(tides, { day: 'tomorrow' })).toBeUndefined()
  expect(await queries.query(query('harbour.depth', height), {})).toBeUndefined()
})

test('a result of another shape is an error', async () => {
  const feet = query('harbour.tide', z.object({ height_ft: z.number() }))
  await expect(queries.query(feet, { day: 'today' })).rejects.toThrow('height_ft')
})
