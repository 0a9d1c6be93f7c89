import type { Operation } from '#generated/server/operations.ts'
import { nearest } from '../base/text/nearest.ts'

/** Longer than the name of any family or method; longer names are not compared, because the cost grows with the length. */
const maxName = 40

/**
 * Finds the operation that an unknown path probably means: one whose path differs in its prefix or spelling
 * (`/api/v1/url/create`, `/v1/url/create`), or a similarly named method of the same family or of a similarly named one.
 */
export function createNearestOperation(operations: readonly Operation[]): (path: string) => Operation | undefined {
  const families = Map.groupBy(operations, ({ family }) => plain(family))
  const familyNames = [...families.keys()]

  return (path) => {
    const [family = '', method = '', ...rest] = path
      .replace(/^\/(?:api\/)?v1\//, '')
      .split('/')
      .filter(Boolean)
    const name = rest.length > 0 ? (rest.at(-1) as string) : method
    if (family.length > maxName || name.length > maxName) return undefined
    const meantFamily = families.has(plain(family)) ? plain(family) : nearest(plain(family), familyNames)
    const members = families.get(meantFamily ?? '') ?? []
    const meant = nearest(
      plain(name),
      members.map((member) => plain(member.method)),
    )
    return members.find((member) => plain(member.method) === meant)
  }
}

/** `createMany` and `create_many` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}
