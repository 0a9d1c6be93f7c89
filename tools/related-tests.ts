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
