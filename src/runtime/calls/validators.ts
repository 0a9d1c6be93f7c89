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

/** The validators of a family, loaded with the first call to it; none for a family that the document does not have. */
export function validatorsOf(family: string): Validators {
  return described.has(family) ? require(`../../../generated/server/request-validators/${family}.cjs`) : none
}
