import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawnRows } from '../../src/testing/drawn-rows.ts'
import { root } from '../../src/testing/program.ts'
import { installBoard } from './board.ts'

/** It starts a sandbox, a run of tests and Chromium. */
const runLimitMs = 180_000

const read = (path: string) => readFile(join(root, path), 'utf8')

/** The names of the tests in a file. */
const namesIn = (text: string) => [...text.matchAll(/^test\.concurrent\('(.+)',/gm)].map(([, name]) => name as string)

test('the frontend of docs/guides/testing.md passes the test that is shown there, and a drawn one', {
  timeout: runLimitMs,
}, async () => {
  const [guide, tests] = [await read('docs/guides/testing.md'), await read('examples/tasks-board/page.test.ts')]
  const [, shown = ''] = /^```ts\n(.+?)^```$/ms.exec(guide) ?? []
  expect(tests).toContain(shown)
  const [first = '', ...others] = namesIn(tests)
  expect(shown).toContain(`'${first}'`)
  const chosen = [first, ...drawnRows(others, 1)]
  const board = await installBoard('tasks-board-drawn')
  const output = await board.test('page.test.ts', '--testNamePattern', `^(?:${chosen.join('|')})$`)
  expect(output).toMatch(/Tests +2 passed/)
})

test('the dependencies of the frontend are those of the repository', async () => {
  const { dependencies, devDependencies } = JSON.parse(await read('examples/tasks-board/package.json'))
  expect(dependencies).toEqual({ '@onedoor/client': 'file:../../generated/client' })
  const own = JSON.parse(await read('package.json'))
  const versions = { ...own.dependencies, ...own.devDependencies }
  const names = Object.keys(devDependencies)
  expect(devDependencies).toEqual(Object.fromEntries(names.map((name) => [name, versions[name]])))
})
