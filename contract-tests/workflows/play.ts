import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, runProgram } from '../program.ts'
import type { Report } from '../report.ts'
import { startRealServer } from '../server.ts'

const folder = join(root, 'workflows')
const redocly = join(import.meta.dirname, '../node_modules/@redocly/cli/bin/cli.js')
const config = join(import.meta.dirname, '../lint/redocly.yaml')
const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/**
 * Plays every workflow of workflows/ step by step against a server with an empty database. Each step's own criteria have
 * to hold, and each answer is held against the document.
 */
export async function checkWorkflows(report: Report): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.arazzo.yaml'))
  await report.check('there are workflows to play', () => {
    if (names.length === 0) throw new Error('workflows/ holds no *.arazzo.yaml: restore it from git.')
  })
  await report.check('the workflows are valid Arazzo', async () => {
    const files = names.map((name) => join(folder, name))
    const { code, stdout, stderr } = await runProgram({ args: [redocly, 'lint', `--config=${config}`, ...files], env })
    if (code !== 0 || !/are valid|is valid/.test(`${stdout}${stderr}`)) throw new Error(`\n${stdout}\n${stderr}`)
  })
  const server = await startRealServer()
  try {
    for (const name of names) {
      await report.check(`workflow ${name}`, async () => {
        const inputs = ['--input', `token=${server.credentials.services}`, '--server', `onedoor=${server.baseUrl}`]
        const args = [redocly, 'respect', join(folder, name), ...inputs]
        const { code, stdout, stderr } = await runProgram({ args, env })
        const output = stripVTControlCharacters(`${stdout}\n${stderr}`)
        const [, passed] = /Checks: (\d+) passed, \1 total/.exec(output) ?? []
        if (code !== 0 || !passed) throw new Error(`ended with exit code ${code}:\n${output}`)
        // A check for the workflow itself is counted by the report.
        report.count(Number(passed) - 1, 0)
      })
    }
  } finally {
    await server.stop()
  }
}
