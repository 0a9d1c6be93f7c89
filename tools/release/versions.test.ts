import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mayFollow, moveVersion, unreleasedEntries, versionFaults, withVersionHeading } from './versions.ts'

const root = join(import.meta.dirname, '../..')
const files = [
  'package.json',
  'package-lock.json',
  'spec/api.tsp',
  'deploy/Dockerfile',
  'generated/openapi.json',
  'generated/client/package.json',
  'generated/clients/python/pyproject.toml',
  'generated/clients/go/rules.go',
  'CHANGELOG.md',
  'contract-tests/released/openapi.json',
]

let copy: string
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'onedoor-versions-'))
  for (const file of files) await cp(join(root, file), join(copy, file), { recursive: true })
})
afterEach(() => rm(copy, { recursive: true, force: true }))

const edit = async (file: string, change: (text: string) => string) =>
  writeFile(join(copy, file), change(await readFile(join(copy, file), 'utf8')))

describe('versions', () => {
  test('of this repository agree', async () => {
    expect(await versionFaults(root)).toEqual([])
  })

  test.each(files.slice(1))('that differ in %s are reported with what to do', async (file) => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    await edit(file, (text) => text.replaceAll(version, '9.9.9'))
    expect(await versionFaults(copy)).toEqual([
      expect.stringMatching(
        new RegExp(`^${file} has .* at 9\\.9\\.9, but package\\.json is at .*--version ${version}$`),
      ),
    ])
    await rm(join(copy, file))
    expect(await versionFaults(copy)).toEqual([expect.stringContaining(`${file} has no version for`)])
  })

  test('move together in everything that people write', async () => {
    await moveVersion(copy, '12.0.3', '2030-01-02')
    const written = ['package.json', 'package-lock.json', 'spec/api.tsp', 'deploy/Dockerfile', 'CHANGELOG.md']
    const faults = await versionFaults(copy)
    expect(faults).toHaveLength(files.length - written.length)
    expect(faults.filter((fault) => written.some((file) => fault.startsWith(file)))).toEqual([])
    const { packages } = JSON.parse(await readFile(join(copy, 'package-lock.json'), 'utf8'))
    expect(packages[''].version).toBe('12.0.3')
    expect(await readFile(join(copy, 'CHANGELOG.md'), 'utf8')).toContain('## [12.0.3] - 2030-01-02\n')
  })

  test('do not move where a version cannot follow', async () => {
    const before = await readFile(join(copy, 'package.json'), 'utf8')
    for (const version of ['0.0.1', 'next', '1.0']) {
      await expect(moveVersion(copy, version, '2030-01-02')).rejects.toThrow(`--version ${version} cannot follow`)
    }
    expect(await readFile(join(copy, 'package.json'), 'utf8')).toBe(before)
  })
})

test.each([
  ['0.1.0', '0.1.0', true],
  ['0.9.9', '0.10.0', true],
  ['1.2.3', '2.0.0', true],
  ['1.2.3', '1.2.2', false],
  ['2.0.0', '1.9.9', false],
  ['1.0.0', 'v2.0.0', false],
])('after %s, %s may follow: %s', (current, next, isAllowed) => {
  expect(mayFollow(current, next)).toBe(isAllowed)
})

describe('the changelog', () => {
  const text = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- one\n- two\n\n## [0.1.0] - 2026-01-01\n\n- three\n'

  test('has what is not released under the new version', () => {
    const next = withVersionHeading(text, '0.2.0', '2026-02-02')
    expect(next).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-02-02\n\n### Added\n\n- one')
    expect(unreleasedEntries(text)).toBe(2)
    expect(unreleasedEntries(next)).toBe(0)
  })

  test('gets the day of a version that it lists', () => {
    expect(withVersionHeading(text, '0.1.0', '2026-02-02')).toBe(text.replace('2026-01-01', '2026-02-02'))
  })

  test('without a place for the version is not changed', () => {
    expect(() => withVersionHeading('# Changelog\n', '0.2.0', '2026-02-02')).toThrow('## [Unreleased]')
  })
})
