import { createHash } from 'node:crypto'

/** Incremented when the setup builds something different from the same lock file. */
const setupVersion = 1

const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts']

/**
 * Identifies the exact installation that a lock file describes on one platform; with the same fingerprint nothing needs to be
 * installed.
 *
 * @param {{ lockText: string, packageText: string, platform: string, arch: string }} source the text of both files,
 * `process.platform` and `process.arch`
 * @returns {string} 64 hexadecimal digits
 * @throws {SyntaxError} if packageText is not JSON
 */
export function fingerprint({ lockText, packageText, platform, arch }) {
  const manifest = JSON.parse(packageText)
  const requested = dependencyFields.map((field) => manifest[field] ?? null)
  return createHash('sha256')
    .update(JSON.stringify([setupVersion, platform, arch, requested, lockText]))
    .digest('hex')
}

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, optional?: boolean, dev?: boolean,
 *   devOptional?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} LockFile
 */

/**
 * Compares the lock file with what npm recorded as installed (node_modules/.package-lock.json). Optional packages may be
 * absent, because they are for other platforms.
 *
 * @param {LockFile} wanted package-lock.json
 * @param {LockFile | undefined} installed node_modules/.package-lock.json; undefined if it does not exist
 * @param {boolean} isComplete devDependencies must also be installed
 * @returns {string[]} the places (`node_modules/x`) that are missing, different or extraneous; sorted
 */
export function treeDifferences(wanted, installed, isComplete) {
  const { '': _project, ...want } = wanted.packages ?? {}
  const have = installed?.packages ?? {}
  const differing = Object.entries(want).filter(([place, { version, integrity }]) => {
    const found = have[place]
    if (found) return found.version !== version || found.integrity !== integrity
    const { optional, dev, devOptional } = flagsOf(place, want)
    return !optional && (isComplete || !(dev || devOptional))
  })
  const extra = Object.keys(have).filter((place) => want[place] === undefined)
  return [...differing.map(([place]) => place), ...extra].sort()
}

/**
 * Whether any package is installed that only devDependencies need.
 *
 * @param {LockFile} wanted package-lock.json
 * @param {LockFile | undefined} installed node_modules/.package-lock.json; undefined if it does not exist
 */
export function hasTools({ packages = {} }, installed) {
  const places = Object.keys(installed?.packages ?? {}).filter((place) => place.startsWith('node_modules/'))
  return places.some((place) => flagsOf(place, packages).dev)
}

/**
 * What the lock file says of a package; of a folder that is linked as a package it says it at the folder.
 *
 * @param {string} place
 * @param {Record<string, LockedPackage>} packages
 * @returns {LockedPackage}
 */
const flagsOf = (place, packages) => packages[packages[place]?.resolved ?? place] ?? {}
