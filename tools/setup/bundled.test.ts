import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnv, startProgram } from '../../src/testing/program.ts'
import { bundled, currentBundle } from './bundled.mjs'
import { projectNode, root } from './commands.mjs'

let place: string
let file: string
beforeAll(async () => {
  // The bundle finds packages from where it is.
  await mkdir(join(root, '.cache'), { recursive: true })
  place = await mkdtemp(join(root, '.cache', 'bundled-'))
  file = await bundled(join(root, 'src/main.ts'), join(place, 'server'))
}, 60_000)
afterAll(() => rm(place, { recursive: true, force: true }))

/** For a separate server that sends no requests to others. */
const serverEnv = (dataDir: string) => ({
  ...bareEnv,
  ...{ BASE_URL: '', PORT: '0', GATEWAY_PORT: '0', DATA_DIR: dataDir, NEWS_FEEDS: '' },
})

test('the server in few files serves calls, pages, and what is read from beside its sources', async () => {
  expect(file).toMatch(/main\.mjs$/)
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bundled-'))
  const env = { ...serverEnv(dataDir), LOG_LEVEL: 'error' }
  const program = await startProgram({ args: [file], env }, /listens on (\S+)/)
  try {
    const url = /listens on (\S+)/.exec(program.readyLine)?.[1] as string
    const expected = {
      '/api/v1/prayer/times?lat=24.4&lon=39.6': 200,
      '/api/v1/prayer/verse?chapter=1&verse=1': 200,
      '/api/v1/prayer/times?lat=124': 400,
      '/api/v1/notes/get?title=a': 401,
      '/prayer': 200,
      '/settings/tokens': 303,
      '/docs': 200,
      '/health/ready': 200,
      '/openapi.json': 200,
      '/pages.css': 200,
    }
    const statuses: Record<string, number> = {}
    for (const path of Object.keys(expected)) {
      statuses[path] = (await fetch(url + path, { redirect: 'manual' })).status
    }
    expect(statuses).toEqual(expected)
  } finally {
    await program.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a bundle is current until a source has changed or gone', async () => {
  const folder = join(place, 'other')
  const source = join(place, 'source.ts')
  await writeFile(source, 'one')
  await utimes(source, 1, 1)
  await mkdir(folder)
  await writeFile(join(folder, 'current.json'), JSON.stringify({ file: source, sources: [[source, 1000, 3]] }))
  expect(currentBundle(folder)).toBe(source)
  await utimes(source, 2, 2)
  expect(currentBundle(folder)).toBeUndefined()
  await utimes(source, 1, 1)
  await writeFile(source, 'three')
  await utimes(source, 1, 1)
  expect(currentBundle(folder)).toBeUndefined()
  await rm(source)
  expect(currentBundle(folder)).toBeUndefined()
})

test('what cannot be joined is started from its sources', async () => {
  const entry = join(place, 'broken.ts')
  await writeFile(entry, 'import "./absent.ts"')
  expect(await bundled(entry, join(place, 'broken'))).toBe(entry)
  expect(await readFile(join(place, 'broken', 'log'), 'utf8')).toContain('absent.ts')
})

test('where nothing can be written, the server starts from its sources', async () => {
  const entry = join(place, 'entry.ts')
  await writeFile(join(place, 'no-folder'), '')
  expect(await bundled(entry, join(place, 'no-folder'))).toBe(entry)
})

test('the bundle that a running server was started from stays when the next one is made', async () => {
  const entry = join(place, 'small.ts')
  const folder = join(place, 'small')
  const files: string[] = []
  for (const text of ['1', '22', '333']) {
    await writeFile(entry, `console.log(${text})`)
    files.push(await bundled(entry, folder))
  }
  expect(files.map((each) => existsSync(each))).toEqual([false, true, true])
})

test.each<[string, (text: string) => string]>([
  ['cut off', (text) => text.slice(0, 40)],
  ['replaced by garbage', () => 'no script'],
])('a bundle whose script is %s is made again', async (_, damage) => {
  const entry = join(place, 'damaged.ts')
  await writeFile(entry, 'console.log(1)')
  const made = await bundled(entry, join(place, 'damaged'))
  const script = made
  await writeFile(script, damage(await readFile(script, 'utf8')))
  const again = await bundled(entry, join(place, 'damaged'))
  expect(again).not.toBe(made)
  expect(spawnSync(projectNode, [again], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})
