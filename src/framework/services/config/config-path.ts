import { invalid, type RpcError } from '../../kernel/rpc-errors.ts'

/** The depth of nested objects, and the length of a path. */
export const DEPTH_MAX = 32
/** Of one name, in UTF-16 code units. */
const NAME_MAX = 256

/**
 * The names of a dotted path, outermost first. A backslash escapes a dot or a backslash that follows:
 * `hosts.example\.org.port` has three names.
 *
 * @param id of the error
 * @throws RpcError 400
 */
export function namesOf(path: string, id: string): string[] {
  if (path === '') return []
  const names = ['']
  for (let at = 0; at < path.length; at++) {
    const character = path[at] as string
    if (character === '.') names.push('')
    else if (character !== '\\') names[names.length - 1] += character
    else {
      const escaped = path[++at]
      if (escaped !== '.' && escaped !== '\\') {
        throw invalid(id, 'path has a backslash that precedes neither a dot nor a backslash.')
      }
      names[names.length - 1] += escaped
    }
  }
  for (const name of names) {
    const fault = nameFault(name)
    if (fault) throw invalid(id, `path has a name between its dots that ${fault}.`)
  }
  if (names.length > DEPTH_MAX) throw tooDeep(id)
  return names
}

/** The path that `namesOf` reads as these names. */
export function pathOf(names: readonly string[]): string {
  return names.map((name) => name.replace(/[.\\]/g, '\\$&')).join('.')
}

/** What is wrong with the name of a setting, as the end of a sentence that begins with it. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name.length > NAME_MAX) return `has ${name.length} characters; at most ${NAME_MAX} are allowed`
  return name.isWellFormed() ? undefined : 'contains half of a surrogate pair'
}

export function tooDeep(id: string): RpcError {
  return invalid(id, `Settings can be nested at most ${DEPTH_MAX} levels deep, but these are nested more deeply.`)
}
