/**
 * Lints the published document with Redocly and with Spectral's OpenAPI and OWASP rules, and that of OpenAPI 3.2 with
 * Redocly. Every finding, even a warning, must be fixed or listed in exceptions.yaml with a reason. Needs no network. The
 * last line is `N passed, N failed`; the exit code is 1 if anything failed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root, runProgram } from '../../src/testing/program.ts'
import { document } from '../document.ts'
import { createReport } from '../report.ts'
import { judge, readExceptions } from './exceptions.ts'
import { type Finding, locator, redoclyFindings, spectralFindings } from './findings.ts'

const here = import.meta.dirname
const modules = join(here, '../node_modules')
const published = join(root, 'generated/openapi.yaml')
/** Spectral does not know this version yet. */
const withEvents = join(root, 'generated/openapi.3.2.yaml')
const locate = locator(document)

async function printedBy(args: string[]): Promise<string> {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout, stderr } = await runProgram({ args, env })
  if (!/^\s*[[{]/.test(stdout)) throw new Error(`${args[0]} did not lint:\n${stdout}\n${stderr}`)
  return stdout
}

async function lintWithRedocly(file: string): Promise<Finding[]> {
  const script = join(modules, '@redocly/cli/bin/cli.js')
  const config = `--config=${join(here, 'redocly.yaml')}`
  return redoclyFindings(
    await printedBy([script, 'lint', config, '--format=json', '--max-problems=100000', file]),
    locate,
  )
}

async function lintWithSpectral(): Promise<Finding[]> {
  const script = join(modules, '@stoplight/spectral-cli/dist/index.js')
  const rules = join(here, 'spectral.yaml')
  return spectralFindings(
    await printedBy([script, 'lint', '--quiet', '--ruleset', rules, '--format', 'json', published]),
    locate,
  )
}

const report = createReport()
const findings = (
  await Promise.all([lintWithRedocly(published), lintWithRedocly(withEvents), lintWithSpectral()])
).flat()
const exceptions = readExceptions(parse(readFileSync(join(here, 'exceptions.yaml'), 'utf8')))
const { unexcused, idle } = judge(findings, exceptions)
report.count(exceptions.length - idle.length, 0)
for (const { rule, message, path, side } of unexcused) {
  await report.check(`${rule} at ${path.join(' › ')} (${side})`, () => {
    throw new Error(`${message} Fix it in spec/, or add an exception that says why.`)
  })
}
for (const name of idle) {
  await report.check(name, () => {
    throw new Error('This exception no longer excuses anything: remove it from exceptions.yaml.')
  })
}
process.exitCode = report.close() ? 0 : 1
