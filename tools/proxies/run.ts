/**
 * `npm run proxies`: runs the samples in deploy/proxies with the real programs in front of a server, and checks that
 * everything passes them. Arguments choose samples: `nginx.conf`. The last line is `N passed, N failed`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import tls from 'node:tls'
import { createReport, type Part, playPart, type Report } from '../../contract-tests/report.ts'
import { freePort } from '../../src/testing/loopback.ts'
import { type Way, wayChecks } from './checks.ts'
import { allProxies, domain, type ProxyProgram, type RunningProxy, type Surroundings, startProxy } from './programs.ts'
import { resolveHere } from './resolve-here.ts'
import { startBehind } from './server.ts'

const startLimitMs = 60_000
const checkLimitMs = 150_000

/** Waits until a proxy passes calls on, and trusts its certificate. @throws Error with what it printed if it does not */
async function untilPassing(proxy: RunningProxy): Promise<string> {
  const { port, certificate, output } = proxy
  const until = performance.now() + startLimitMs
  for (;;) {
    const failure = await (async () => {
      const pem = await readFile(certificate, 'utf8')
      tls.setDefaultCACertificates([...new Set([...tls.getCACertificates(), pem])])
      const { status } = await fetch(`https://${domain}:${port}/health/ready`)
      return status === 200 ? pem : Promise.reject(new Error(`/health/ready returned ${status}`))
    })().catch((error: Error) => error)
    if (typeof failure === 'string') return failure
    if (proxy.hasEnded || performance.now() > until) throw new Error(`${failure.cause ?? failure}\n${output()}`)
    await delay(200)
  }
}

/** Whether a check ends in time: a proxy may hold something back for ever. */
function inTime(check: Promise<void>): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`Nothing arrived for ${checkLimitMs / 1000} s.`))
    void check.finally(() => clearTimeout(timer)).catch(() => undefined)
    const timer = setTimeout(fail, checkLimitMs)
  })
  return Promise.race([check, late])
}

async function checkProxy(report: Report, program: ProxyProgram, around: Surroundings, way: Omit<Way, 'certificate'>) {
  await using proxy = await startProxy(program, around, way.port)
  const certificate = await untilPassing(proxy)
  for (const [what, check] of Object.entries(wayChecks)) {
    await report.check(what, () => inTime(check({ ...way, certificate })))
  }
}

resolveHere(domain)
const report = createReport()
const folder = await mkdtemp(join(tmpdir(), 'onedoor-proxies-'))
const chosen = process.argv.slice(2)
const programs = allProxies.filter(({ sample }) => chosen.length === 0 || chosen.includes(sample))
const [ownPort, gatewayPort] = [await freePort(), await freePort()]
const ports = await Promise.all(programs.map(() => freePort()))
try {
  await using server = await startBehind(ownPort, gatewayPort)
  // Side by side, because each has a call that takes a minute.
  const parts = programs.map((program, index): Part => {
    const around = { folder: join(folder, program.sample), server: server.address, gateway: server.gateway }
    const name = program.sample.replaceAll(/\W/g, '')
    const way = { port: ports[index] ?? 0, server, name, clientAddress: `127.0.1.${index + 1}` }
    return [program.sample, (own) => checkProxy(own, program, around, way)]
  })
  await Promise.all(parts.map((part) => playPart(report, part)))
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = report.close() ? 0 : 1
