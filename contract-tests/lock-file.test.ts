import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Locked {
  integrity?: string
  resolved?: string
  inBundle?: boolean
  hasInstallScript?: boolean
}

// Each has its own tree of dependencies, installed when it is first used.
describe.each(['contract-tests', 'tools/mutants'])('%s', (folder) => {
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', folder, name), 'utf8'))
  const packages: [string, Locked][] = Object.entries<Locked>(read('package-lock.json').packages).filter(
    ([place]) => place,
  )

  test('every locked package is pinned by checksum and not tied to a registry', () => {
    expect(packages.length).toBeGreaterThan(100)
    // A bundled package is inside another one and covered by its checksum.
    const own = packages.filter(([, { inBundle }]) => !inBundle)
    expect(own.filter(([, { integrity, resolved }]) => !integrity || resolved)).toEqual([])
  })

  test('no install script runs, and each has an explicit decision', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = scripted.map(([place]) => place.split('node_modules/').at(-1))
    expect(read('package.json').allowScripts ?? {}).toEqual(Object.fromEntries(names.map((name) => [name, false])))
  })
})
