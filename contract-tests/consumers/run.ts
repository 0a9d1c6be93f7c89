/**
 * `npm run consumers [name …]`: runs the tests of the example of a frontend against a sandbox, generates clients from the
 * document with other projects' generators, compiles them and has some call a running server. It downloads the
 * generators, so it is no part of `npm test`. What needs a program that is not on this machine is skipped and named. The
 * last line is `N passed, N failed`; the exit code is 1 if one failed.
 */
import { mkdir } from 'node:fs/promises'
import { createReport } from '../report.ts'
import { startRealServer } from '../server.ts'
import { type Consumer, consumers } from './consumers.ts'
import { isThere, workFolder } from './tools.ts'

async function missingOf({ needs }: Consumer): Promise<string[]> {
  const there = await Promise.all(needs.map((program) => isThere(program, program === 'go' ? 'version' : '--version')))
  return needs.filter((_, index) => !there[index])
}

const wanted = process.argv.slice(2)
const chosen = consumers.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
if (chosen.length === 0) {
  console.error(`There is no consumer of that name. Names: ${consumers.map(({ name }) => name).join('; ')}`)
  process.exit(2)
}
await mkdir(workFolder, { recursive: true })
const report = createReport()
const server = await startRealServer()
try {
  for (const consumer of chosen) {
    const missing = await missingOf(consumer)
    if (missing.length > 0) {
      console.log(`- ${consumer.name}: skipped, needs ${missing.join(' and ')}`)
      continue
    }
    await report.check(consumer.name, async () => {
      await consumer.prove({ baseUrl: server.baseUrl, token: server.credentials.services })
      console.log(`✓ ${consumer.name}`)
    })
  }
} finally {
  await server.stop()
}
process.exitCode = report.close() ? 0 : 1
