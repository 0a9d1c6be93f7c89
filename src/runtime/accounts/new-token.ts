import { ApiError, type ArgumentFault } from '../base/errors.ts'
import { CAPABILITIES } from './grant.ts'
import { SCOPE_CLASSES, sortedScopes } from './scope-classes.ts'

export const DEFAULT_DAYS = 90
export const maxDays = 3650
const maxNameLength = 100

/** The scope of a token: nothing by default. Neither services nor areas of the product imply the other. */
export interface TokenScope {
  readonly services?: readonly string[] | 'all' | undefined
  readonly capabilities?: readonly string[] | undefined
}

export interface NewToken {
  readonly scope: TokenScope
  /** 'Allow actions'; without it the token only reads. */
  readonly actions?: boolean | undefined
  /** Instead of `actions`: the classes of what it may do in its services and areas, such as `read` and `send`. */
  readonly classes?: readonly string[] | undefined
  /** Days until it expires, 1 to 3650; 90 if not given. */
  readonly days?: number | undefined
  /** Its name for its owner; 1 to 100 characters. */
  readonly name?: string | undefined
}

/** What a new token will be. */
export interface CheckedToken {
  name: string
  days: number
  allServices: boolean
  services: string[]
  capabilities: string[]
  classes: string[] | undefined
}

/** @param known the services that a token can name @throws ApiError invalid_argument with every fault */
export function checkNewToken(
  { scope, actions, classes: given, days = DEFAULT_DAYS, name = 'unnamed' }: NewToken,
  known: readonly string[],
): CheckedToken {
  const faults: ArgumentFault[] = []
  const checkedNames = (path: string, what: string, names: readonly string[], allowed: readonly string[]): string[] => {
    for (const unknown of names.filter((each) => !allowed.includes(each))) {
      const message = `has the unknown ${what} ${JSON.stringify(unknown)}; choose from: ${[...allowed].sort().join(', ')}`
      faults.push({ path, message })
    }
    return [...new Set(names)].sort()
  }

  const trimmed = name.trim()
  if (!Number.isInteger(days) || days < 1 || days > maxDays) {
    faults.push({ path: 'days', message: `must be a whole number from 1 to ${maxDays}` })
  }
  if (trimmed === '' || [...trimmed].length > maxNameLength || /\p{Cc}/u.test(trimmed)) {
    faults.push({ path: 'name', message: `must be 1 to ${maxNameLength} characters on one line` })
  }
  const allServices = scope.services === 'all'
  const services = scope.services === 'all' ? [] : checkedNames('services', 'service', scope.services ?? [], known)
  const capabilities = checkedNames('capabilities', 'capability', scope.capabilities ?? [], CAPABILITIES)
  const classes = given && checkedNames('classes', 'class', given, SCOPE_CLASSES)
  if (classes?.length === 0)
    faults.push({ path: 'classes', message: `must be one or more of: ${SCOPE_CLASSES.join(', ')}` })
  if (classes && actions) faults.push({ path: 'actions', message: 'already includes every class; give one of them' })
  if (faults.length > 0) {
    const sentence = faults.map(({ path, message }) => `${path} ${message}`).join('; ')
    throw new ApiError('invalid_argument', `The token cannot be created: ${sentence}.`, { details: faults })
  }
  return { name: trimmed, days, allServices, services, capabilities, classes }
}

/** The columns with its rights. With classes, it has no services as a whole, but the scopes of these in each of them. */
export function rightsColumns({ allServices, services, capabilities, classes }: CheckedToken, actions: boolean) {
  const names = [...(allServices ? ['*'] : services), ...capabilities]
  const scopes = (classes ?? []).flatMap((each) => names.map((name) => `${name}:${each}`))
  const isWhole = classes === undefined
  return {
    all_services: isWhole && allServices,
    services: JSON.stringify(isWhole ? services : []),
    capabilities: JSON.stringify(isWhole ? capabilities : []),
    actions,
    scopes: JSON.stringify(sortedScopes(scopes)),
  }
}
