import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const number = String.raw`\d+\.\d+\.\d+`

/** A version between what is before and after it. */
const between = (before: string, after: string) => new RegExp(`(${before})(${number})(${after})`, 'gm')

interface Place {
  /** Path in the repository. */
  readonly file: string
  /** What has the version there, for messages. */
  readonly what: string
  readonly pattern: RegExp
}

const inJson = between('^ {2}"version": "', '"')

/** What a person edits, apart from the changelog. */
const edited: readonly Place[] = [
  { file: 'package.json', what: 'the package', pattern: inJson },
  // Twice: for the file, and for the package at its root.
  {
    file: 'package-lock.json',
    what: 'the lock file',
    pattern: between(String.raw`"name": "onedoor",\n *"version": "`, '"'),
  },
  { file: 'spec/api.tsp', what: 'the spec', pattern: between('^ *version: "', '"') },
  // Twice: for what is unpacked, and for the labels.
  { file: 'deploy/Dockerfile', what: 'the image', pattern: between('^ARG VERSION=', '$') },
]

/** Every file that has the version of the product. */
const places: readonly Place[] = [
  ...edited,
  { file: 'generated/openapi.json', what: 'the document', pattern: inJson },
  { file: 'generated/client/package.json', what: 'the TypeScript client', pattern: inJson },
  { file: 'generated/clients/python/pyproject.toml', what: 'the Python client', pattern: between('^version = "', '"') },
  { file: 'generated/clients/go/rules.go', what: 'the Go client', pattern: between('^const Version = "', '"') },
  { file: 'CHANGELOG.md', what: 'the newest heading', pattern: between(String.raw`^## \[`, String.raw`\]`) },
  { file: 'contract-tests/released/openapi.json', what: 'the released document', pattern: inJson },
]

/** The first version that a text has at a place; undefined if it has none. */
const versionIn = (text: string, { pattern }: Place): string | undefined => text.matchAll(pattern).next().value?.[2]

/** The version of the product: that of package.json. @throws Error if it has none */
export async function currentVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version?: string }
  if (version === undefined) throw new Error('package.json has no version: restore it from git.')
  return version
}

/**
 * Compares the versions of all places with that of package.json.
 *
 * @param root absolute path of the repository
 * @returns a sentence for each place that disagrees
 */
export async function versionFaults(root: string): Promise<string[]> {
  const version = await currentVersion(root)
  const faults = await Promise.all(
    places.map(async (place) => {
      const text = await readFile(join(root, place.file), 'utf8').catch(() => '')
      const found = versionIn(text, place)
      if (found === version) return []
      const stated = found === undefined ? `has no version for ${place.what}` : `has ${place.what} at ${found}`
      return [`${place.file} ${stated}, but package.json is at ${version}: run npm run release -- --version ${version}`]
    }),
  )
  return faults.flat()
}

/** How many entries of the changelog are in no version yet. */
export function unreleasedEntries(changelog: string): number {
  const section = changelog.split(/^## /m).find((each) => each.startsWith('[Unreleased]'))
  return section?.match(/^- /gm)?.length ?? 0
}

/**
 * The changelog with the entries of [Unreleased] in a version. The heading of a version that is listed already receives the
 * day.
 *
 * @param day of the release, as in 2026-05-31
 * @throws Error if there is no heading [Unreleased]
 */
export function withVersionHeading(changelog: string, version: string, day: string): string {
  const heading = `## [${version}] - ${day}`
  const present = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\].*$`, 'm')
  if (present.test(changelog)) return changelog.replace(present, heading)
  if (!changelog.includes('## [Unreleased]\n')) {
    throw new Error('CHANGELOG.md has no heading "## [Unreleased]": add it above the newest version.')
  }
  return changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n${heading}\n`)
}

/** Whether a version may follow another: it is one, and no earlier one. */
export function mayFollow(current: string, next: string): boolean {
  if (!new RegExp(`^${number}$`).test(next)) return false
  const [from, to] = [current, next].map((each) => each.split('.').map(Number)) as [number[], number[]]
  const differing = to.findIndex((part, index) => part !== from[index])
  return differing === -1 || (to[differing] ?? 0) > (from[differing] ?? 0)
}

/**
 * Moves the version in what people write: package.json, package-lock.json, the spec, the image and the changelog. What is generated
 * from them and the released baselines follow by their own commands.
 *
 * @param day of the release, as in 2026-05-31
 * @throws Error if the version is earlier than the present one, or a file has none; nothing is written then
 */
export async function moveVersion(root: string, version: string, day: string): Promise<void> {
  const current = await currentVersion(root)
  if (!mayFollow(current, version)) {
    throw new Error(`--version ${version} cannot follow ${current}: use a later version, in the form 1.2.0`)
  }
  const read = (file: string) => readFile(join(root, file), 'utf8')
  const written = await Promise.all(
    edited.map(async (place) => {
      const text = await read(place.file)
      if (versionIn(text, place) === undefined) throw new Error(`${place.file} has no version of ${place.what}.`)
      return [place.file, text.replaceAll(place.pattern, (_, before, __, after) => before + version + after)] as const
    }),
  )
  written.push(['CHANGELOG.md', withVersionHeading(await read('CHANGELOG.md'), version, day)])
  for (const [file, text] of written) await writeFile(join(root, file), text)
}
