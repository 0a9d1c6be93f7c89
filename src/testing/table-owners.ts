import type { SourceFile } from './import-graph.ts'

/** Which folder creates each table, by the migrations. */
export function tableOwners(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const source of files) {
    const owner = /^(.*)\/migrations\//.exec(source.file)?.[1]
    if (owner === undefined) continue
    const created = source.text.matchAll(/createTable\('(\w+)'|create (?:virtual )?table (?:if not exists )?(\w+)/g)
    for (const [, table, raw] of created) owners.set(table ?? raw ?? '', owner)
  }
  return owners
}
