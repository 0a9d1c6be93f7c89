import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import type { components } from '#generated/sandbox/types.ts'
import { iso, parseTime } from '../../runtime/base/clock.ts'
import { once } from '../../runtime/base/once.ts'
import { shifted } from '../clock/duration.ts'
import { isReserved, namesIn } from './references.ts'
import type { SeedDocument, SeedFault, SeedPath } from './seed-document.ts'

/** A seed in the form that the API document gives it, with its defaults. */
export type Seed = Required<Omit<components['schemas']['Seed'], 'clock'>> & { readonly clock?: string }

/** A seed without faults that can be found before it is played. */
export interface CheckedSeed {
  readonly document: SeedDocument
  readonly seed: Seed
  /** Time of the clock when all calls have been made, epoch milliseconds. */
  readonly endMs: number
  /** Time of each call, epoch milliseconds. */
  readonly times: readonly number[]
}

interface CheckOptions {
  /** Time of the clock, instead of the one that the seed has. */
  readonly clockMs?: number | undefined
  /** Time of a clock that nothing sets. */
  readonly startMs: number
  /** The accounts that each world has. */
  readonly usernames: readonly string[]
  isOperation(id: string): boolean
}

const maxCalls = 2000
const maxDepth = 64
const documentFile = new URL('../../../generated/sandbox/openapi.json', import.meta.url)

const validator = once(async () => {
  const ajv = new Ajv({ strict: false, useDefaults: true, validateFormats: false })
  ajv.addSchema(JSON.parse(await readFile(documentFile, 'utf8')), 'sandbox')
  return ajv.compile({ $ref: 'sandbox#/components/schemas/Seed' })
})

/** @throws ApiError invalid_argument with the faults and where they are */
export async function checkSeed(document: SeedDocument, options: CheckOptions): Promise<CheckedSeed> {
  const validate = await validator()
  // An empty file is an empty seed.
  const value = structuredClone(document.value ?? {})
  if (!validate(value)) {
    throw document.error(
      (validate.errors ?? []).map(({ instancePath, message = 'is wrong', params }) => {
        const path = instancePath.split('/').slice(1).map(stepOf)
        if ('additionalProperty' in params) {
          const key = String(params.additionalProperty)
          return { path: [...path, key], message: 'no seed has this' }
        }
        return { path, message }
      }),
    )
  }
  const { clock, accounts = [], tokens = [], calls = [] } = value as Partial<Seed>
  const seed: Seed = { accounts, tokens, calls, ...(clock !== undefined && { clock }) }
  const given = clock === undefined ? undefined : parseTime(clock)
  const endMs = options.clockMs ?? given ?? options.startMs
  const { times, faults: timeFaults } = timesOf(seed, endMs)
  const faults = [
    ...(clock !== undefined && given === undefined ? [{ path: ['clock'], message: 'must be an RFC 3339 time' }] : []),
    ...faultsOfCallers(seed, options.usernames),
    ...timeFaults,
    ...faultsOfCalls(seed, options),
  ]
  if (faults.length > 0) throw document.error(faults)
  return { document, seed, endMs, times }
}

function stepOf(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function faultsOfCallers({ accounts, tokens, calls }: Seed, usernames: readonly string[]): SeedFault[] {
  const known = new Set(usernames)
  const faults: SeedFault[] = []
  for (const [index, { username }] of accounts.entries()) {
    if (known.has(username))
      faults.push({ path: ['accounts', index, 'username'], message: `${username} exists already` })
    known.add(username)
  }
  const callers = new Set(known)
  for (const [index, { name, account }] of tokens.entries()) {
    if (!known.has(account)) faults.push({ path: ['tokens', index, 'account'], message: `no account ${account}` })
    if (callers.has(name)) faults.push({ path: ['tokens', index, 'name'], message: `${name} exists already` })
    callers.add(name)
  }
  for (const [index, { as }] of calls.entries()) {
    if (!callers.has(as)) faults.push({ path: ['calls', index, 'as'], message: `no account or token ${as}` })
  }
  return faults
}

/** The time of each call. */
function timesOf({ calls }: Seed, endMs: number): { times: number[]; faults: SeedFault[] } {
  const faults: SeedFault[] = []
  let nowMs: number | undefined
  const times = calls.map(({ at }, index) => {
    const fault = (message: string) => faults.push({ path: ['calls', index, 'at'], message })
    if (at === undefined) {
      nowMs ??= endMs
      return nowMs
    }
    const ms = shifted(endMs, at) ?? parseTime(at)
    if (ms === undefined) fault('must be an RFC 3339 time or a duration such as -P6D or -PT1H30M')
    else if (ms < 0) fault('is before 1970')
    else if (ms > endMs) fault(`is after the clock, ${iso(endMs)}`)
    else if (nowMs !== undefined && ms < nowMs) fault('is before the call before it')
    else nowMs = ms
    return nowMs ?? endMs
  })
  return { times, faults }
}

function faultsOfCalls({ calls }: Seed, { isOperation }: CheckOptions): SeedFault[] {
  const faults: SeedFault[] = []
  const names = new Set<string>()
  let count = 0
  for (const [index, { call, name, repeat = 1, with: args = {} }] of calls.entries()) {
    const fault = (path: SeedPath, message: string) => faults.push({ path: ['calls', index, ...path], message })
    if (!isOperation(call)) fault(['call'], `no operation ${call}`)
    count += repeat
    if (count > maxCalls && count - repeat <= maxCalls) fault(['repeat'], `more than ${maxCalls} calls`)
    checkTexts(args, ['with'], (path, used) => {
      if (used === undefined) fault(path, `is nested more than ${maxDepth} levels deep`)
      else if (!names.has(used)) fault(path, `no call before it is named ${used}`)
    })
    if (name === undefined) continue
    if (isReserved(name) || names.has(name)) fault(['name'], `the name ${name} is taken`)
    names.add(name)
  }
  return faults
}

/** Reports each name that texts refer to; undefined for nesting that is too deep. */
function checkTexts(value: unknown, path: SeedPath, report: (path: SeedPath, name: string | undefined) => void): void {
  if (typeof value === 'string') {
    for (const name of namesIn(value)) report(path, name)
  } else if (typeof value === 'object' && value !== null) {
    if (path.length > maxDepth) report(path, undefined)
    else for (const [key, inner] of Object.entries(value)) checkTexts(inner, [...path, key], report)
  }
}
