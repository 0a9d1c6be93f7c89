/**
 * The contract smoke: the published document on a mock server, the real server against the document, also through a
 * validating proxy, calls of the tests through the same proxy, the workflows, and third-party clients. With `--sandbox`, a
 * world of a sandbox takes the place of the real server, all calls of the tests are made in one, and nothing else is
 * checked. Needs no network. The last line is `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { isServed } from '../src/app/families.ts'
import { clockFrom } from '../src/runtime/base/clock.ts'
import { drawnRows } from '../src/testing/drawn-rows.ts'
import { operations } from './document.ts'
import { playWithDredd } from './dredd/run.ts'
import { checkM3oClient } from './m3o/client.ts'
import { checkMock } from './prism/mock-checks.ts'
import { checkProxy } from './prism/proxy-checks.ts'
import { checkRecorded } from './prism/recorded-checks.ts'
import { checkShapes } from './prism/shape-checks.ts'
import { recordedCalls } from './recorded.ts'
import { createReport, type Part, playPart, type Report } from './report.ts'
import { differences } from './sandbox/differences.ts'
import { checkRecordedInWorld } from './sandbox/recorded.ts'
import { startExampleWorld } from './sandbox/world.ts'
import { clockAhead, type RealServer, startRealServer } from './server.ts'
import { checkWorkflows } from './workflows/play.ts'
import { checkPayments } from './x402/payments.ts'

/** Dredd and the proxy call the served operations; all operations are compared with the mock. */
async function checkServer(report: Report): Promise<void> {
  await playOn(report, await startRealServer({ ONEDOOR_CLOCK: clockAhead }), {})
}

async function checkWorld(report: Report): Promise<void> {
  await playOn(report, await startExampleWorld(clockFrom(clockAhead).now()), differences)
}

/** @param lacking the operations that this server lacks */
async function playOn(report: Report, server: RealServer, lacking: Readonly<Record<string, string>>): Promise<void> {
  try {
    const served = operations.filter((operation) => !(operation.id in lacking))
    // An operation that needs a payment is called by the official clients.
    const playable = served.filter((operation) => isServed(operation) && !operation.topUp)
    await playWithDredd(report, server, playable)
    await checkProxy(report, server, playable)
    await checkShapes(report, server, served)
  } finally {
    await server.stop()
  }
}

/** Of the recorded calls, those that are made in a world on one day. */
const callsADay = 250

/** Lanes run concurrently, the parts of a lane one after the other. */
const lanes: readonly (readonly Part[])[] = [
  [['recorded calls through the proxy', checkRecorded]],
  [['real server', checkServer]],
  [
    ['workflows', checkWorkflows],
    ['payments', checkPayments],
    ['m3o client', checkM3oClient],
    [
      'recorded calls in a world',
      async (report) => checkRecordedInWorld(report, drawnRows(await recordedCalls(report), callsADay)),
    ],
  ],
]

const report = createReport()
if (process.argv.includes('--sandbox')) {
  await playPart(report, ['world of a sandbox', checkWorld])
  await playPart(report, [
    'recorded calls in a world',
    async () => checkRecordedInWorld(report, await recordedCalls(report)),
  ])
} else {
  // Alone: it measures how long the mock takes to start.
  await playPart(report, ['mock server', checkMock])
  await Promise.all(
    lanes.map(async (parts) => {
      for (const part of parts) await playPart(report, part)
    }),
  )
}
process.exitCode = report.close() ? 0 : 1
