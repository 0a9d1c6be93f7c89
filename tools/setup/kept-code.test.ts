import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectNode, root } from './commands.mjs'

let folder: string
let file: string
let kept: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onedoor-kept-'))
  file = join(folder, 'script.js')
  kept = `${file}.compiled`
  writeFileSync(file, text('one'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Texts of the same length have the same checksum for V8, which is their length. */
const text = (word: string) => `(function () { const lazy = () => '${word}'; return lazy() })`

/** Starts Node with the script, and keeps what was compiled. */
function start(...flags: string[]): { value: string; isKept: boolean } {
  const code = `
    const { value, isKept, keep } = require(${JSON.stringify(join(root, 'tools/setup/kept-code.cjs'))}).keptScript(${JSON.stringify(file)})
    console.log(JSON.stringify({ value: value(), isKept }))
    keep()`
  const { stdout, stderr } = spawnSync(projectNode, [...flags, '-e', code], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('the second start uses what was compiled in the first, with the functions that were called', () => {
  expect(start()).toEqual({ value: 'one', isKept: false })
  const first = readFileSync(kept)
  expect(first.includes('lazy')).toBe(true)
  expect(start()).toEqual({ value: 'one', isKept: true })
  expect(readFileSync(kept)).toEqual(first)
  expect(statSync(kept).mode & 0o777).toBe(0o644)
  expect(readdirSync(folder)).toEqual(['script.js', 'script.js.compiled'])
})

test.each<[string, (whole: Buffer) => Buffer]>([
  ['empty', () => Buffer.alloc(0)],
  ['garbage', () => Buffer.from('not compiled code at all, but a text')],
  ['cut off', (whole) => whole.subarray(0, whole.length - 9)],
  ['cut off in its head', (whole) => whole.subarray(0, 10)],
  ['continued', (whole) => Buffer.concat([whole, Buffer.alloc(1)])],
  ...[0, 4, 8, 12, 16, 24, 60, 200].map((at): [string, (whole: Buffer) => Buffer] => [
    `damaged at byte ${at}`,
    (whole) => Buffer.from(whole.map((byte, place) => (place === at ? byte ^ 0x55 : byte))),
  ]),
])('compiled code that is %s is not used, and made again', (_, damage) => {
  start()
  writeFileSync(kept, damage(readFileSync(kept)))
  expect(start()).toEqual({ value: 'one', isKept: false })
  expect(start()).toEqual({ value: 'one', isKept: true })
})

test('compiled code of another script of the same length is not used', () => {
  start()
  writeFileSync(file, text('two'))
  expect(start()).toEqual({ value: 'two', isKept: false })
  expect(start()).toEqual({ value: 'two', isKept: true })
})

test('compiled code that V8 made with other flags is not used, and made again', () => {
  start()
  expect(start('--no-opt')).toEqual({ value: 'one', isKept: false })
  expect(start('--no-opt')).toEqual({ value: 'one', isKept: true })
  expect(start()).toEqual({ value: 'one', isKept: false })
})

test('where compiled code cannot be written, the script runs all the same', () => {
  // A folder in the place of the file, as permissions do not hold root back.
  mkdirSync(join(kept, 'full'), { recursive: true })
  expect(start()).toEqual({ value: 'one', isKept: false })
  expect(start()).toEqual({ value: 'one', isKept: false })
  expect(readdirSync(folder)).toEqual(['script.js', 'script.js.compiled'])
})
