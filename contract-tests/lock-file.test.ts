import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  integrity?: string
  resolved?: string
  inBundle?: boolean
  hasInstallScript?: boolean
}

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'))
const packages: [string, Locked][] = Object.entries<Locked>(read('package-lock.json').packages).filter(
  ([place]) => place,
)

test('every locked package is pinned by checksum and not tied to a registry', () => {
  expect(packages.length).toBeGreaterThan(300)
  // A bundled package is inside another one and covered by its checksum.
  const own = packages.filter(([, { inBundle }]) => !inBundle)
  expect(own.filter(([, { integrity, resolved }]) => !integrity || resolved)).toEqual([])
})

test('no install script runs, and each has an explicit decision', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = scripted.map(([place]) => place.split('node_modules/').at(-1))
  expect(read('package.json').allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])))
})
