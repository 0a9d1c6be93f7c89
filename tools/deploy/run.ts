/**
 * `npm run deploy`: checks the files in deploy/ with the schemas and programs of those who defined their formats. The last line
 * is `N passed, N failed`.
 */
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { createReport } from '../../contract-tests/report.ts'
import { root } from '../command.ts'
import { outcomeOf, run } from '../release/commands.ts'
import { ensureGo } from '../setup/go.mjs'
import { ensurePromtool, ensureShellcheck, ensureSystemdAnalyze } from '../setup/programs.mjs'
import { readCompose } from './compose.ts'
import { alertsFile, readQueries } from './monitoring.ts'

const composeModule = 'github.com/compose-spec/compose-go/v2'
const composeVersion = 'v2.16.2'
const kubernetesValidate = 'kubernetes-validate==1.37.0'
/** Of `systemd-analyze security`, from 0 (confined) to 10. */
const maxExposure = 3.5

const deploy = join(root, 'deploy')
const report = createReport()
const folder = await mkdtemp(join(tmpdir(), 'onedoor-deploy-'))

/** @throws Error with what the program printed if it accepts what is wrong */
async function expectRefusal(program: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await outcomeOf(program, args, { cwd: folder })
  if (code === 0) throw new Error(`${program} accepts a mistake:\n${stdout}${stderr}`)
}

async function checkCompose(): Promise<void> {
  const env = { ...process.env, GOFLAGS: '-mod=mod' }
  const described = await run(await ensureGo(), ['mod', 'download', '-json', `${composeModule}@${composeVersion}`], {
    cwd: folder,
    env,
  })
  const { Dir: source } = JSON.parse(described) as { Dir: string }
  const schema = JSON.parse(await readFile(join(source, 'schema/compose-spec.json'), 'utf8'))
  const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema)
  const compose = await readCompose()
  if (!validate(compose)) throw new Error(JSON.stringify(validate.errors, null, 1))
  const { alone } = compose.services
  if (validate({ ...compose, services: { alone: { ...alone, readonly: true } } }))
    throw new Error('A typo is accepted.')
}

async function checkKubernetes(): Promise<void> {
  await run('python3', ['-m', 'venv', 'venv'], { cwd: folder })
  const venv = (program: string) => join(folder, 'venv/bin', program)
  await run(venv('pip'), ['install', '--quiet', '--disable-pip-version-check', kubernetesValidate], { cwd: folder })
  for (const name of await readdir(join(deploy, 'kubernetes'))) {
    const file = join(deploy, 'kubernetes', name)
    await run(venv('kubernetes-validate'), ['--strict', file], { cwd: folder })
    const spoilt = join(folder, name)
    await writeFile(spoilt, (await readFile(file, 'utf8')).replace(/^(data|stringData):$/m, 'settings:'))
    await expectRefusal(venv('kubernetes-validate'), ['--strict', spoilt])
  }
}

async function checkUnit(): Promise<void> {
  const analyze = await ensureSystemdAnalyze()
  const unit = join(deploy, 'onedoor.service')
  const { code, stdout, stderr } = await outcomeOf(analyze, ['verify', '--man=no', unit], { cwd: folder })
  if (code !== 0 || stderr.includes(unit)) throw new Error(`${stdout}${stderr}`)
  const rated = await run(analyze, ['security', '--offline=true', unit], { cwd: folder })
  const [, exposure] = /Overall exposure level.*?: ([\d.]+)/.exec(rated) ?? []
  console.log(`systemd-analyze security: exposure ${exposure} of 10`)
  if (!(Number(exposure) <= maxExposure)) throw new Error(`The exposure is ${exposure}, more than ${maxExposure}.`)
  const spoilt = join(folder, 'onedoor.service')
  await writeFile(spoilt, (await readFile(unit, 'utf8')).replace('ExecStart=', 'ExecSart='))
  await expectRefusal(analyze, ['verify', '--man=no', spoilt])
}

async function checkScripts(): Promise<void> {
  const shellcheck = await ensureShellcheck()
  const scripts = (await readdir(deploy)).filter((name) => name.endsWith('.sh'))
  await run(shellcheck, scripts, { cwd: deploy })
  await writeFile(join(folder, 'spoilt.sh'), '#!/bin/sh\nrm -r $1/*\n')
  await expectRefusal(shellcheck, ['spoilt.sh'])
}

async function checkMonitoring(): Promise<void> {
  const promtool = await ensurePromtool()
  const alerts = await readFile(alertsFile, 'utf8')
  await run(promtool, ['check', 'rules', alertsFile], { cwd: folder })
  // Texts about what to do are not repeated in the tests.
  const tested = join(folder, 'alerts.yaml')
  const tests = join(folder, 'alerts.test.yaml')
  await writeFile(tested, alerts.replaceAll(/^ *runbook: .*\n/gm, ''))
  await copyFile(join(import.meta.dirname, 'alerts.test.yaml'), tests)
  await run(promtool, ['test', 'rules', tests], { cwd: folder })
  await writeFile(tested, (await readFile(tested, 'utf8')).replace('{state="dead"}', '{state="ready"}'))
  await expectRefusal(promtool, ['test', 'rules', tests])
  const rules = (await readQueries()).map(({ expr }, index) => ({ record: `query:${index}`, expr }))
  const recorded = join(folder, 'queries.yaml')
  await writeFile(recorded, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
  await run(promtool, ['check', 'rules', recorded], { cwd: folder })
  await writeFile(recorded, JSON.stringify({ groups: [{ name: 'queries', rules: [{ record: 'a', expr: 'sum(' }] }] }))
  await expectRefusal(promtool, ['check', 'rules', recorded])
}

try {
  await report.check('compose.yaml is what the Compose Specification allows', checkCompose)
  await report.check('the Kubernetes manifests are what the API of Kubernetes allows', checkKubernetes)
  await report.check('systemd reads the unit, which is confined', checkUnit)
  await report.check('the scripts have no mistakes that ShellCheck knows', checkScripts)
  await report.check('alerts and dashboard have valid queries, and each alert fires when it should', checkMonitoring)
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = report.close() ? 0 : 1
