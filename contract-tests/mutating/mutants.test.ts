import { expect, test } from 'vitest'
import type { Exchange } from '../../src/testing/record-exchange.ts'
import { document } from '../document.ts'
import { drawMutants } from './mutants.ts'
import { operators } from './operators.ts'
import { placesIn } from './places.ts'
import { randomFrom } from './random.ts'

const exchange = (operationId: string, method: string, path: string, result: unknown): Exchange => ({
  ...{ operationId, method, path, requestHeaders: {}, status: 200, headers: {} },
  body: { result },
})
const task = (id: string) => ({ id: `task_${id}`, title: 'Bins', status: 'todo', due: '2026-11-21T09:30:00.000Z' })
const tasks = exchange('tasks.list', 'GET', '/api/v1/tasks/list?status=todo', {
  items: [task('01k9y3m8v7'), task('01k9y3m8v8')],
  ...{ total: 3, offset: 0, next_offset: 2 },
})
const place = exchange('places.elevation', 'GET', '/api/v1/places/elevation?lat=56.5&lon=-5', {
  ...{ lat: 56.5, lon: -5, height_m: 1331.5 },
})

const drawn = (seed: number) => drawMutants(document, [tasks, place], { GET: 2, POST: 0 }, seed)

test('each mutant has one mistake, and together they have every kind that applies', () => {
  const names = new Set(drawn(1).map(({ operator }) => operator.name))
  expect(operators.map(({ name }) => name).filter((name) => !names.has(name))).toEqual(['foreign currency'])
  for (const { exchange: own, body } of drawn(1)) expect(body).not.toEqual(own.body)
  expect(tasks.body).toMatchObject({ result: { total: 3, items: [{ status: 'todo' }, {}] } })
})

test('the same seed draws the same mutants', () => {
  const texts = (seed: number) => drawn(seed).map(({ text }) => text)
  expect(texts(7)).toEqual(texts(7))
  expect(texts(7)).not.toEqual(texts(8))
  const random = randomFrom(3)
  const numbers = Array.from({ length: 1000 }, random)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  expect(numbers.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(0.5, 1)
})

test('only as many operations as asked are drawn, of each verb', () => {
  const ids = drawMutants(document, [tasks, place], { GET: 1, POST: 5 }, 1).map(({ exchange: own }) => own.operationId)
  expect(new Set(ids).size).toBe(1)
})

test('a place has the schema of the document', () => {
  const { operationId, body } = tasks
  const item = document.paths['/api/v1/tasks/list']?.get
  const schema = item?.responses['200']?.content?.['application/json']?.schema ?? {}
  const status = placesIn(document, schema, body).find(({ path }) => path.join('.') === 'result.items.0.status')
  expect([operationId, status?.schema.enum]).toEqual(['tasks.list', expect.arrayContaining(['todo', 'done'])])
})
