import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Answer, createQueries } from './queries.ts'

const answers = new Map<string, Answer>([
  [
    'harbour.tide',
    async ({ day }: { day: string }) => (day === 'today' ? { height_m: 4.2, turns: 'at noon' } : undefined),
  ],
])
const { ask } = createQueries((name) => answers.get(name))
const tide = z.object({ height_m: z.number() })

test('a question is answered by whoever knows, with the part that the asker needs', async () => {
  expect(await ask('harbour.tide', { day: 'today' }, tide)).toEqual({ height_m: 4.2 })
})

test('what nobody knows has no answer', async () => {
  expect(await ask('harbour.tide', { day: 'tomorrow' }, tide)).toBeUndefined()
  expect(await ask('harbour.depth', {}, tide)).toBeUndefined()
})

test('an answer of another shape is an error, not taken for what was asked', async () => {
  await expect(ask('harbour.tide', { day: 'today' }, z.object({ height_ft: z.number() }))).rejects.toThrow('height_ft')
})
