import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { families, operations } from '../../generated/server/operations.ts'
import { servedFamilies } from '../../src/app/families.ts'
import { typeLine } from '../../src/testing/typed-line.ts'
import { TestVisitor } from '../../src/testing/visitor.ts'
import { guideSteps, runInShell, startServerProcess, withoutRunData, writeStandIns } from './readme-commands.ts'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'onedoor-readme-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the commands of the README print the output that it shows', async () => {
  const [start, ...others] = guideSteps(readme)
  expect(start?.code).toBe('npm start')
  expect(others.length).toBeGreaterThanOrEqual(5)
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts
  expect(scripts.start).toContain('src/main.ts')
  expect(scripts.onedoor).toMatch(/src\/cli\.ts$/)

  const dataDir = join(folder, 'data')
  const binaries = join(folder, 'bin')
  mkdirSync(binaries)
  writeStandIns(binaries)
  const server = await startServerProcess(dataDir)
  try {
    const commands = others.map(({ code }) => code.replaceAll('http://127.0.0.1:8080', server.baseUrl))
    const printed = await runInShell(commands, binaries, dataDir)
    const outputs = [server.output, ...printed].map((text) => withoutRunData(text, server.baseUrl))
    expect(outputs).toEqual([start, ...others].map((shown) => withoutRunData(shown?.output ?? '', server.baseUrl)))
  } finally {
    await server.stop()
  }
})

test('the first to open the set-up link is the administrator, and the README quotes what the next account sees', async () => {
  const dataDir = join(folder, 'set-up')
  const server = await startServerProcess(dataDir)
  try {
    const [, token = ''] = /\/setup\?token=(\S+)/.exec(server.output) ?? []
    const password = 'correct horse battery'
    const fields = { token, username: 'ann_lee', new_password: password, repeated: password }
    const visitor = new TestVisitor(server.baseUrl)
    const { location } = await visitor.submit(`/setup?token=${token}`, '/setup', fields)
    expect(location).toBe('/settings?done=welcome')
    const create = ['account', 'create', 'alice', '--password-stdin']
    const { out } = await typeLine(create, { env: { DATA_DIR: dataDir }, input: `${password}\n` })
    expect(out).toBe('Account alice created.\n')
    expect(readme).toContain(`\`${out.trim()}\``)
  } finally {
    await server.stop()
  }
})

test('the README is right about how many families and methods are served', () => {
  const methods = operations.filter(({ formOf }) => formOf === undefined)
  expect(families.filter((family) => !servedFamilies.has(family))).toEqual([])
  expect(readme).toContain(
    `The server provides all ${families.length} families of the API, with ${methods.length} methods:`,
  )
})
