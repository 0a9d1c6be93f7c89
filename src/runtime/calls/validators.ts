import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import { families } from '#generated/server/operations.ts'

/** The validators of the arguments of a family's operations, by operation id. */
interface Validators {
  readonly parameters: Readonly<Record<string, ValidateFunction>>
  readonly bodies: Readonly<Record<string, ValidateFunction>>
}

const require = createRequire(import.meta.url)
const described: ReadonlySet<string> = new Set(families)
const none: Validators = { parameters: {}, bodies: {} }

const loaded = new Map<string, Validators>()

/** The validators of a family, loaded with the first call to it; none for a family that the document does not have. */
export function validatorsOf(family: string): Validators {
  return loaded.get(family) ?? load(family)
}

function load(family: string): Validators {
  if (!described.has(family)) return none
  const validators = require(`../../../generated/server/request-validators/${family}.cjs`) as Validators
  loaded.set(family, validators)
  return validators
}
