import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, runProgram } from '../../src/testing/program.ts'
import type { Report } from '../report.ts'
import { type RealServer, startRealServer } from '../server.ts'
import { startFacilitator } from '../x402/facilitator.ts'
import { payTo } from '../x402/running.ts'
import { challengeOf, newWallet } from '../x402/wallet.ts'

const folder = join(root, 'workflows')
const redocly = join(import.meta.dirname, '../node_modules/@redocly/cli/bin/cli.js')
const config = join(import.meta.dirname, '../lint/redocly.yaml')
const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/**
 * Plays every workflow of workflows/ step by step against a server with an empty database. Each step's own criteria have
 * to hold, and each response is validated against the document.
 */
export async function checkWorkflows(report: Report): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.arazzo.yaml'))
  await report.check('there are workflows to play', () => {
    if (names.length === 0) throw new Error('workflows/ has no *.arazzo.yaml: restore it from git.')
  })
  await report.check('the workflows are valid Arazzo', async () => {
    const files = names.map((name) => join(folder, name))
    const { code, stdout, stderr } = await runProgram({ args: [redocly, 'lint', `--config=${config}`, ...files], env })
    if (code !== 0 || !/are valid|is valid/.test(`${stdout}${stderr}`)) throw new Error(`\n${stdout}\n${stderr}`)
  })
  await using stack = new AsyncDisposableStack()
  const facilitator = await startFacilitator()
  stack.defer(() => facilitator.stop())
  const server = await startRealServer({
    X402_PAY_TO: payTo,
    X402_NETWORK: 'base-sepolia',
    X402_FACILITATOR_URL: facilitator.url,
  })
  stack.defer(() => server.stop())
  for (const name of names) {
    await report.check(`workflow ${name}`, async () => {
      const inputs = (await inputsOf(name, server)).flatMap((input) => ['--input', input])
      const args = [redocly, 'respect', join(folder, name), ...inputs, '--server', `onedoor=${server.baseUrl}`]
      const { code, stdout, stderr } = await runProgram({ args, env })
      const output = stripVTControlCharacters(`${stdout}\n${stderr}`)
      const [, passed] = /Checks: (\d+) passed, \1 total/.exec(output) ?? []
      if (code !== 0 || !passed) throw new Error(`ended with exit code ${code}:\n${output}`)
      // A check for the workflow itself is counted by the report.
      report.count(Number(passed) - 1, 0)
    })
  }
}

/** What a workflow is given, as `name=value`: a token always, and a payment where it says that it needs one. */
async function inputsOf(name: string, server: RealServer): Promise<string[]> {
  const token = `token=${server.credentials.services}`
  if (!/^ *required: .*\bpayment\b/m.test(readFileSync(join(folder, name), 'utf8'))) return [token]
  const challenge = await challengeOf(await fetch(`${server.baseUrl}/v1/url/Resolve`, { method: 'POST' }))
  return [token, `payment=${await (await newWallet()).sign(challenge)}`]
}
