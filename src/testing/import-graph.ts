import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One import of a source file. */
export interface Import {
  /** The importing file, from `src` on: `runtime/calls/pipeline.ts`. */
  readonly from: string
  /** The imported file, likewise. */
  readonly to: string
  /** Whether only types are imported, which nothing is loaded for. */
  readonly isTypeOnly: boolean
}

const statement =
  /^(?:import|export)\s+(?<type>type\s)?(?<names>[^'";]*?)\s*from\s+'(?<from>[^']+)'|\bimport\(\s*'(?<dynamic>[^']+)'\s*\)|^import\s+'(?<bare>[^']+)'/gm

/**
 * The imports of a source text that lead to files of `src`.
 *
 * @param file the file that holds it, from `src` on
 */
export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(statement)].flatMap(({ groups = {} }) => {
    const to = placeOf(file, groups.from ?? groups.dynamic ?? groups.bare ?? '')
    if (to === undefined) return []
    const isTypeOnly = groups.from !== undefined && (groups.type !== undefined || namesTypesOnly(groups.names ?? ''))
    return [{ from: file, to, isTypeOnly }]
  })
}

/** The imported file from `src` on; undefined for packages and for what lies outside of `src`. */
function placeOf(file: string, specifier: string): string | undefined {
  const alias = /^#(app|doors|framework|handlers|runtime|testing)\/(.*)$/.exec(specifier)
  if (alias) return `${alias[1]}/${alias[2]}`
  if (!specifier.startsWith('.')) return undefined
  const place = normalize(join(dirname(file), specifier))
  return place.startsWith('..') ? undefined : place
}

/** True of `{ type A, type B }`. */
function namesTypesOnly(names: string): boolean {
  const listed = /^\{(.*)\}$/s
    .exec(names.trim())?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '')
  return listed !== undefined && listed.length > 0 && listed.every((name) => /^\s*type\s/.test(name))
}

/** The source files below a folder that the product is made of, without tests and their fixtures. */
export function productFiles(root: string): { readonly file: string; readonly text: string }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(?:^|\/)(?:fixtures|testing)\//.test(file),
    )
    .filter((file) => !/conformance/.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/** Groups of folders that import values from each other in a circle, each group sorted. */
export function folderCycles(imports: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to, isTypeOnly } of imports) {
    const [here, there] = [dirname(from), dirname(to)]
    if (!isTypeOnly && here !== there) next.set(here, (next.get(here) ?? new Set()).add(there))
  }
  const reaches = (start: string): Set<string> => {
    const seen = new Set<string>()
    const open = [...(next.get(start) ?? [])]
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      if (seen.has(folder)) continue
      seen.add(folder)
      open.push(...(next.get(folder) ?? []))
    }
    return seen
  }
  const reached = new Map([...next.keys()].map((folder) => [folder, reaches(folder)]))
  const inCycle = [...next.keys()].filter((folder) => reached.get(folder)?.has(folder))
  const groups = inCycle.map((folder) =>
    inCycle.filter((other) => reached.get(folder)?.has(other) && reached.get(other)?.has(folder)).sort(),
  )
  return [...new Map(groups.map((group) => [group.join(), group])).values()]
}
