import { describe, expect, test } from 'vitest'
import { fingerprint, treeDifferences } from './fingerprint.mjs'

const machine = { lockText: '{}', packageText: '{"dependencies":{"a":"1"}}', platform: 'linux', arch: 'x64' }

describe('the fingerprint', () => {
  test('is the same for the same lock file, dependencies and platform; the rest of package.json is irrelevant', () => {
    const packageText = '{"version":"2.0.0","scripts":{"start":"x"},"dependencies":{"a":"1"}}'
    expect(fingerprint({ ...machine, packageText })).toBe(fingerprint(machine))
  })

  test.each([
    ['lock file', { lockText: '{"packages":{}}' }],
    ['dependencies', { packageText: '{"dependencies":{"a":"2"}}' }],
    ['allowed scripts', { packageText: '{"dependencies":{"a":"1"},"allowScripts":{"a":true}}' }],
    ['platform', { platform: 'darwin' }],
    ['processor', { arch: 'arm64' }],
  ])('changes with the %s', (_what, change) => {
    expect(fingerprint({ ...machine, ...change })).not.toBe(fingerprint(machine))
  })
})

describe('the difference between the lock file and the installed packages', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-x' }
  const lock = {
    packages: {
      '': {},
      'node_modules/a': entry,
      'node_modules/b': { ...entry, optional: true },
      'node_modules/c': { ...entry, dev: true },
    },
  }
  const complete = { packages: { 'node_modules/a': entry, 'node_modules/c': entry } }

  test('is empty if everything is installed; packages for other platforms may be absent', () => {
    expect(treeDifferences(lock, complete, true)).toEqual([])
  })

  test('does not contain devDependencies where only a server runs, installed or not', () => {
    const production = { packages: { 'node_modules/a': entry } }
    expect(treeDifferences(lock, production, false)).toEqual([])
    expect(treeDifferences(lock, complete, false)).toEqual([])
    expect(treeDifferences(lock, production, true)).toEqual(['node_modules/c'])
  })

  test('contains what is missing, different or extraneous', () => {
    expect(treeDifferences(lock, undefined, true)).toEqual(['node_modules/a', 'node_modules/c'])
    const installed = {
      packages: {
        'node_modules/a': { ...entry, version: '1.0.1' },
        'node_modules/b': { ...entry, integrity: 'sha512-y' },
        'node_modules/d': entry,
      },
    }
    expect(treeDifferences(lock, installed, false)).toEqual(['node_modules/a', 'node_modules/b', 'node_modules/d'])
  })
})
