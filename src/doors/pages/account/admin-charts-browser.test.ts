import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ApiError } from '#runtime/base/errors.ts'
import { createLog } from '#runtime/base/log.ts'
import { Gauge, Registry } from '#runtime/base/metrics.ts'
import { createRecorder } from '#runtime/calls/record.ts'
import { stepMs, Traffic } from '#runtime/calls/traffic.ts'
import { browserForTests, screens, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()

/** Calls, failures and waiting jobs of each step. */
const steps = [
  { calls: 50, failures: 5, jobs: 0 },
  { calls: 100, failures: 0, jobs: 2 },
  { calls: 25, failures: 25, jobs: 8 },
]

/** A process on the database of the server that makes these calls. */
async function makeTraffic(): Promise<void> {
  const { store, clock } = server()
  const [metrics, log] = [new Registry(), createLog({ logLevel: 'silent' })]
  const record = createRecorder(metrics, log)
  const due = new Gauge({ name: 'onedoor_jobs', help: 'x', labelNames: ['kind', 'state'], registers: [metrics] })
  const traffic = new Traffic({ store, clock, log, metrics })
  await store.run(store.sql('traffic').delete())
  clock.advance(stepMs - (clock.now() % stepMs))
  for (const { calls, failures, jobs } of steps) {
    for (let n = 0; n < calls; n++) {
      record('request', { error: n < failures ? new ApiError('internal', 'x') : undefined } as never, 2)
    }
    due.set({ kind: 'a', state: 'ready' }, jobs)
    clock.advance(stepMs)
    await traffic.sample()
  }
}

/** The values of a chart, from the points of its line: its lowest and highest are the texts at its edges. */
async function drawnValues(page: Page, caption: string): Promise<number[]> {
  const chart = page.locator('figure').filter({ has: page.getByText(caption, { exact: true }) })
  const [high = '', low = ''] = await chart.locator('text').allTextContents()
  const line = (await chart.locator('path').getAttribute('d')) ?? ''
  const heights = [...line.matchAll(/[ML]\S+ (\S+?)(?=L|$)/g)].map(([, y]) => Number(y))
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)]
  const span = Number(high) - Number(low)
  return heights.map((y) => Number(low) + ((bottom - y) / (bottom - top)) * span)
}

const closeTo = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 1))

test.each(screens)(
  'the charts of /admin draw the calls, failures and jobs that were counted, %s',
  async (what, options) => {
    const account = await server().account()
    await server().store.run(server().store.sql('accounts').where({ id: account.id }).update({ is_admin: true }))
    await makeTraffic()
    const { page } = await open(options)
    await signInByForm(page, `${server().url}/signin?next=%2Fadmin`, account.username, 'Administration')
    const perMinute = (value: (step: (typeof steps)[number]) => number) => steps.map((step) => value(step) / 5)
    expect(await drawnValues(page, 'Calls a minute')).toEqual(closeTo(perMinute(({ calls }) => calls)))
    expect(await drawnValues(page, 'Failed calls a minute')).toEqual(closeTo(perMinute(({ failures }) => failures)))
    expect(await drawnValues(page, 'Jobs that wait for a free slot')).toEqual(closeTo(steps.map(({ jobs }) => jobs)))
    const look = viewer(page, `admin ${what}`, options)
    await look('charts')
    await page.getByText('The same by hour').click()
    await page.getByRole('table', { name: 'Traffic by hour, UTC' }).waitFor()
    await look('table by hour')
  },
  60_000,
)
