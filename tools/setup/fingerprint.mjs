import { createHash } from 'node:crypto'

/** Incremented when the set-up builds something different from the same lock file. */
const setupVersion = 1

const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts']

/**
 * Identifies the exact installation that a lock file describes on one platform; equal fingerprints need no new
 * installation.
 *
 * @param {{ lockText: string, packageText: string, platform: string, arch: string }} source the two files' text, and
 * `process.platform` and `process.arch`
 * @returns {string} 64 hexadecimal digits
 * @throws {SyntaxError} when packageText is not JSON
 */
export function fingerprint({ lockText, packageText, platform, arch }) {
  const manifest = JSON.parse(packageText)
  const asked = dependencyFields.map((field) => manifest[field] ?? null)
  return createHash('sha256')
    .update(JSON.stringify([setupVersion, platform, arch, asked, lockText]))
    .digest('hex')
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} LockFile
 */

/**
 * Compares what the lock file asks for with what npm says it installed (node_modules/.package-lock.json). Optional
 * packages may be absent (they are for other platforms), and the `node` package fetches its own platform package below
 * itself, which no lock file lists.
 *
 * @param {LockFile} wanted package-lock.json
 * @param {LockFile | undefined} installed node_modules/.package-lock.json; undefined if it does not exist
 * @returns {string[]} the places (`node_modules/x`) that are missing, different or extraneous; sorted
 */
export function treeDifferences(wanted, installed) {
  const want = wanted.packages ?? {}
  const have = installed?.packages ?? {}
  const differing = Object.keys(want).filter((place) => {
    if (place === '') return false
    const asked = want[place]
    const found = have[place]
    if (found === undefined) return asked?.optional !== true
    return found.version !== asked?.version || found.integrity !== asked?.integrity
  })
  const extra = Object.keys(have).filter(
    (place) => want[place] === undefined && !place.startsWith('node_modules/node/node_modules/'),
  )
  return [...differing, ...extra].sort()
}

/**
 * @param {LockFile} lock package-lock.json
 * @returns {string | undefined} the version of Node that the project runs on, without `v`; undefined when the lock
 *   file has no `node` package
 */
export function lockedNodeVersion(lock) {
  return lock.packages?.['node_modules/node']?.version
}
