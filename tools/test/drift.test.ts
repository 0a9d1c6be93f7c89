import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changedPaths, changedSinceShared, driftMessage, hasHistory, snapshot, uncommittedPaths } from './drift.ts'

let root: string
const write = (path: string, content: string): void => writeFileSync(join(root, path), content)
const git = (...args: string[]): void => {
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: root,
    stdio: 'ignore',
  })
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'onedoor-drift-'))
  mkdirSync(join(root, 'generated/server'), { recursive: true })
  write('generated/api.json', '{}')
  write('generated/server/types.ts', 'export {}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('by content', () => {
  test('changed, new and removed files are found, at any depth', () => {
    const folder = join(root, 'generated')
    const before = snapshot(folder)
    expect(changedPaths(before, snapshot(folder))).toEqual([])
    write('generated/server/types.ts', 'export type A = 1')
    write('generated/new.ts', '')
    rmSync(join(folder, 'api.json'))
    expect(changedPaths(before, snapshot(folder))).toEqual(['api.json', 'new.ts', 'server/types.ts'])
  })

  test('a folder that is not there yet is empty', () => {
    expect(snapshot(join(root, 'absent')).size).toBe(0)
  })
})

describe('by git', () => {
  test('a folder without a commit of its own has no history', () => {
    expect(hasHistory(root)).toBe(false)
    git('init')
    expect(hasHistory(root)).toBe(false)
    git('add', '.')
    git('commit', '-m', 'first')
    expect(hasHistory(root)).toBe(true)
    expect(hasHistory(join(root, 'generated'))).toBe(false)
  })

  test('changed, removed and untracked files of the folder are found, staged ones count as taken', () => {
    git('init')
    git('add', '.')
    git('commit', '-m', 'first')
    expect(uncommittedPaths(root, 'generated')).toEqual([])
    write('generated/api.json', '{"a":1}')
    write('generated/naïve name.ts', '')
    write('elsewhere.ts', '')
    rmSync(join(root, 'generated/server/types.ts'))
    const all = ['generated/api.json', 'generated/naïve name.ts', 'generated/server/types.ts']
    expect(uncommittedPaths(root, 'generated')).toEqual(all)
    git('add', 'generated')
    expect(uncommittedPaths(root, 'generated')).toEqual([])
  })

  test('what a change is made of: commits that are not shared, or the last one, and what is not committed', () => {
    expect(changedSinceShared(root)).toEqual([])
    git('init', '--initial-branch=main')
    git('add', '.')
    git('commit', '-m', 'first')
    git('branch', 'shared')
    for (const name of ['a', 'b']) {
      write(name, name)
      git('add', '.')
      git('commit', '-m', name)
    }
    write('generated/api.json', '{"a":1}')
    write('new', '')
    expect(changedSinceShared(root)).toEqual(['b', 'generated/api.json', 'new'])
    git('branch', '--set-upstream-to=shared')
    expect(changedSinceShared(root)).toEqual(['a', 'b', 'generated/api.json', 'new'])
  })
})

test('the message names the files and the command that helps', () => {
  expect(driftMessage([])).toBe('')
  const message = driftMessage(['generated/a.ts', 'generated/b.ts'])
  expect(message).toContain('generated/a.ts\n  generated/b.ts')
  expect(message).toContain('Run `npm run generate` and commit generated/.')
})
