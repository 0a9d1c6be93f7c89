import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '#generated/server/operations.ts'
import type { ArgumentFault } from '../base/errors.ts'
import { errorOfFaults } from './faults.ts'

/**
 * Renames arguments that were given under an alias (`x-alias-of` in the document), so that handlers know one name only.
 *
 * @param args valid arguments with their defaults; changed in place
 * @param given the names that the caller used
 * @throws ApiError invalid_argument for an alias and its main name with different values
 */
export function renameAliases(
  args: Record<string, unknown>,
  aliases: NonNullable<Operation['aliases']>,
  given: ReadonlySet<string>,
): void {
  const faults: ArgumentFault[] = []
  for (const [alias, main] of Object.entries(aliases)) {
    if (!given.has(alias)) continue
    if (!given.has(main)) args[main] = args[alias]
    else if (!isDeepStrictEqual(args[main], args[alias])) {
      faults.push({ path: alias, message: `is an alias of ${main} and has another value: send only ${main}` })
    }
    delete args[alias]
  }
  if (faults.length > 0) throw errorOfFaults(faults)
}
