import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeFolder, root } from './commands.mjs'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly optionalDependencies?: Record<string, string>
}

interface Manifest {
  readonly dependencies: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly allowScripts: Record<string, boolean>
}

describe.each([root, nodeFolder])('in %s', (folder) => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  const manifest = read('package.json') as Manifest
  /** Without the project itself and the folders of it that are linked as packages. */
  const locked = Object.entries(packages).filter(([place, entry]) => place.startsWith('node_modules/') && !entry.link)

  test('every locked package is pinned by checksum and bound to no registry', () => {
    const loose = locked.filter(([, entry]) => !entry.version || !entry.integrity || entry.resolved)
    expect(loose.map(([place]) => place)).toEqual([])
  })

  test('builds for every platform are locked, because npm ci rejects a lock file without them', () => {
    const isLocked = (parent: string, name: string): boolean =>
      packages[`${parent}/node_modules/${name}`] !== undefined || packages[`node_modules/${name}`] !== undefined
    const missing = locked.flatMap(([place, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isLocked(place, name)),
    )
    expect(missing).toEqual([])
  })

  test('every install script is allowed or forbidden', () => {
    const scripted = locked
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([place]) => place.split('node_modules/').at(-1))
    expect(scripted.filter((name) => manifest.allowScripts[name ?? ''] === undefined)).toEqual([])
  })

  test('direct dependencies are exact versions or folders of this repository', () => {
    const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(all.filter(([, version]) => !/^((npm:[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?|file:.+)$/.test(version))).toEqual([])
  })
})
