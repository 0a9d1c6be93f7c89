import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsIn } from '../../src/testing/import-graph.ts'

/**
 * The test files that load a source file, the nearest first: the one of its name, then by how many imports lie between. All of
 * those in its folder, and others up to the number asked for.
 *
 * @param root the folder `src`
 * @param file from there on
 * @param max how many, if there are not more in its folder
 * @returns test files from there on
 */
export function relatedTests(root: string, file: string, max: number): string[] {
  const importers = importersIn(root)
  const distance = new Map([[file, 0]])
  const queue = [file]
  const tests: string[] = []
  for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
    for (const importer of importers.get(each) ?? []) {
      if (distance.has(importer)) continue
      distance.set(importer, (distance.get(each) ?? 0) + 1)
      if (importer.endsWith('.test.ts')) tests.push(importer)
      else queue.push(importer)
    }
  }
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const isBeside = (test: string) => test.startsWith(folder)
  const own = file.replace(/\.ts$/, '.test.ts')
  const away = (test: string) => (isBeside(test) ? 0 : 1000) + (test === own ? 0 : (distance.get(test) ?? 0))
  const nearestFirst = tests.sort((a, b) => away(a) - away(b) || (a < b ? -1 : 1))
  return nearestFirst.slice(0, Math.max(max, nearestFirst.filter(isBeside).length))
}

function importersIn(root: string): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    for (const { to, isTypeOnly } of importsIn({ file, text: readFileSync(join(root, file), 'utf8') })) {
      if (to !== undefined && !isTypeOnly) importers.set(to, [...(importers.get(to) ?? []), file])
    }
  }
  return importers
}
