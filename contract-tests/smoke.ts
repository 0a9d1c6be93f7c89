/**
 * The contract smoke: the published document on a mock server, the real server against the document, also through a
 * validating proxy, the workflows that are written down, and clients that others wrote. Needs no network. The last line is `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { handlers } from '../src/handlers/index.ts'
import { callByName, clientOf, methods, operations } from './document.ts'
import { playWithDredd } from './dredd/run.ts'
import { checkM3oClient } from './m3o/client.ts'
import { checkMock } from './prism/mock-checks.ts'
import { checkProxy } from './prism/proxy-checks.ts'
import { checkSuite } from './prism/suite-checks.ts'
import { createReport, type Report } from './report.ts'
import { startRealServer, tokenFor } from './server.ts'
import { checkWorkflows } from './workflows/play.ts'
import { checkPayments } from './x402/payments.ts'

/** Dredd plays what is served; what is not says so by 501, and never by anything else. */
async function checkServer(report: Report): Promise<void> {
  const served = new Set(Object.keys(handlers))
  const server = await startRealServer()
  try {
    // What only a payment answers is played by the official clients.
    const playable = operations.filter(({ family, topUp }) => served.has(family) && !topUp)
    await playWithDredd(report, server, new Set(playable.map(({ id }) => id)))
    await checkProxy(report, server, playable)
    for (const { id, family, example } of methods) {
      if (served.has(family)) continue
      const { capability } = operations.find((operation) => operation.id === id) ?? {}
      const onedoor = clientOf(server.baseUrl, tokenFor(server.credentials, { capability }))
      await report.check(`${id} is not served yet`, async () => {
        const { status, body } = await callByName(onedoor, id, example.args)
        const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
        if (status !== 501) throw new Error(`answered ${status} ${code} instead of 501`)
      })
    }
  } finally {
    await server.stop()
  }
}

const report = createReport()
for (const [name, part] of [
  ['mock server', checkMock],
  ['real server', checkServer],
  ['integration tests through the proxy', checkSuite],
  ['workflows', checkWorkflows],
  ['payments', checkPayments],
  ['m3o client', checkM3oClient],
] as const) {
  await report.check(name, () => part(report))
  report.closePart(name)
}
process.exitCode = report.close() ? 0 : 1
