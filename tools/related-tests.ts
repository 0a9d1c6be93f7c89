import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { importsIn } from '../src/testing/import-graph.ts'

/** For each file of `src`, the files that import it at run time. Paths start at `src`. */
export type Importers = ReadonlyMap<string, readonly string[]>

/** @param src the folder `src` */
export function importersIn(src: string): Importers {
  const importers = new Map<string, string[]>()
  for (const file of globSync('**/*.ts', { cwd: src })) {
    for (const { to, isTypeOnly } of importsIn({ file, text: readFileSync(join(src, file), 'utf8') })) {
      if (to !== undefined && !isTypeOnly) importers.set(to, [...(importers.get(to) ?? []), file])
    }
  }
  return importers
}

/** Every test file, relative to the root. */
export function testFiles(root: string): string[] {
  return globSync('{src,spec,tools,bench,contract-tests}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules'],
  }).sort()
}

/**
 * The test files that load a source file, the closest first: the one of its name, then by the number of imports and of
 * folders between the two.
 *
 * @param file from `src` on, like the results
 */
export function relatedTests(importers: Importers, file: string): string[] {
  const imports = new Map([[file, 0]])
  const queue = [file]
  for (const next of queue) {
    for (const importer of importers.get(next) ?? []) {
      if (imports.has(importer)) continue
      imports.set(importer, (imports.get(next) ?? 0) + 1)
      if (!importer.endsWith('.test.ts')) queue.push(importer)
    }
  }
  const own = file.replace(/\.ts$/, '.test.ts')
  const folders = (test: string) => relative(dirname(file), dirname(test)).split('/').filter(Boolean).length
  const distance = (test: string) => (test === own ? -1 : (imports.get(test) ?? 0) + folders(test))
  return [...imports.keys()]
    .filter((each) => each.endsWith('.test.ts'))
    .map((test) => ({ test, far: distance(test) }))
    .sort((a, b) => a.far - b.far || (a.test < b.test ? -1 : 1))
    .map(({ test }) => test)
}

/** The family that a path belongs to. */
export function familyOf(path: string): string | undefined {
  return /^src\/handlers\/([\w-]+)\//.exec(path)?.[1]
}

/** The tests closest to changed files, in turn: each has its closest before any has its second. */
export function closestInTurn(
  changed: readonly string[],
  tests: readonly string[],
  importers: Importers,
  max: number,
): Set<string> {
  const closest = changed.map((path) => closestTests(path, tests, importers))
  const most = Math.max(0, ...closest.map(({ length }) => length))
  const inTurn = Array.from({ length: most }, (_, place) => closest.flatMap((each) => each[place] ?? [])).flat()
  return new Set([...new Set(inTurn)].slice(0, max))
}

/**
 * Of these tests those of a changed file, the closest first: the test of its name, even if it does not load the file, then
 * those in its folder and in its family, because methods are loaded by their first call, and then those elsewhere that do.
 */
export function closestTests(path: string, tests: readonly string[], importers: Importers): string[] {
  const [, ofSpec] = /^spec\/(?:services\/)?([\w-]+)(?:\.|\/)/.exec(path) ?? []
  const family = ofSpec ?? familyOf(path)
  const folders = [dirname(path), ...(family === undefined ? [] : [`src/handlers/${family}`])]
  const own = path.replace(/\.ts$/, '.test.ts')
  const loading = relatedTests(importers, path.replace(/^src\//, '')).map((test) => `src/${test}`)
  const near = folders.flatMap((folder) => {
    const isNear = (test: string) => test.startsWith(`${folder}/`)
    return [...loading.filter(isNear), ...tests.filter(isNear)]
  })
  return [...new Set([path, own, ...near, ...loading])].filter((test) => tests.includes(test))
}

/**
 * The files of the last day's commits, and those changed since the merge base with the upstream branch, or since the
 * previous commit; none without git.
 */
export function changedFiles(root: string): string[] {
  // Explicit, so that a repository around a release archive is not taken for the project's.
  const place = [`--git-dir=${join(root, '.git')}`, `--work-tree=${root}`]
  const git = (...args: string[]) => {
    try {
      const output = execFileSync('git', [...place, ...args], { cwd: root, stdio: 'pipe' })
      return output
        .toString()
        .split(/[\0\n]/)
        .filter(Boolean)
    } catch {
      return []
    }
  }
  const [before = 'HEAD~1'] = git('merge-base', 'HEAD', '@{upstream}')
  const changed = git('diff', '--no-ext-diff', '--name-only', '-z', before)
  const recent = git('log', '--since=1.day', '--format=', '--name-only', '-z')
  return [...new Set([...changed, ...recent, ...git('ls-files', '--others', '--exclude-standard', '-z')])].sort()
}
