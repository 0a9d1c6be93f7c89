import { expect, test } from 'vitest'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { serverForTests } from '#testing/server.ts'
import { trafficParts } from './admin-charts.ts'

const start = Date.parse('2026-11-21T09:50:00Z')
const stepMs = 300_000
const steps = [
  { atMs: start, calls: 10, failures: 0, p99Ms: 4.25, jobsDue: 0 },
  { atMs: start + stepMs, calls: 0, failures: 0, p99Ms: undefined, jobsDue: 0 },
  { atMs: start + 2 * stepMs, calls: 50, failures: 5, p99Ms: 1250, jobsDue: 7 },
]

test('the traffic is shown as charts that are described in words, and as a table by hour', async () => {
  const text = String(await trafficParts({ traffic: { steps: async () => steps } }))
  expect([...text.matchAll(/aria-label="([^"]+ at the end[^"]*)"/g)].map(([, label]) => label)).toEqual([
    'Calls a minute: 10 at the end, at most 10',
    'Failed calls a minute: 1 at the end, at most 1',
    'Duration of 99 of 100 calls: 1250 ms at the end, at most 1250 ms',
    'Jobs that wait for a free slot: 7 at the end, at most 7',
  ])
  const cells = [...text.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
    cell.replaceAll(/<[^>]*>/g, ''),
  )
  expect(cells.slice(5)).toEqual([
    ...['2026-11-21T10:00', '50', '5', '1250 ms', '7'],
    ...['2026-11-21T09:00', '10', '0', '4.3 ms', '0'],
  ])
})

const server = serverForTests()

test('a server that has just started says when the charts appear', async () => {
  const { visitor } = await signedInVisitor(server(), { isAdmin: true })
  expect((await visitor.get('/admin')).html).toContain('Charts of the traffic appear after ten minutes.')
})
