import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/**
 * Looks up programs.
 *
 * @param path the folders, in the format of PATH
 * @returns the path of each, and the names of those not found
 */
export async function findPrograms<Name extends string>(
  names: readonly Name[],
  path: string,
): Promise<{ found: Partial<Record<Name, string>>; missing: Name[] }> {
  const found: Partial<Record<Name, string>> = {}
  for (const name of names) {
    for (const folder of path.split(delimiter).filter(Boolean)) {
      const file = join(folder, name)
      const isProgram = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (!isProgram) continue
      found[name] = file
      break
    }
  }
  return { found, missing: names.filter((name) => found[name] === undefined) }
}
