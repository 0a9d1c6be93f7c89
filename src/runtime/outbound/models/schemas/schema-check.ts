import type { ErrorObject, ValidateFunction } from 'ajv'
import { once } from '../../../base/once.ts'

/** A JSON schema as JSON. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** A schema for the answers of a model, with its validator. */
export interface SchemaCheck {
  /** As the model gets it. */
  readonly schema: JsonSchema
  /**
   * Checks a value.
   *
   * @returns the faults, a sentence each, at most ten; empty if the value is valid
   */
  faults(value: unknown): readonly string[] | Promise<readonly string[]>
}

const maxFaults = 10
const maxFaultChars = 200

/** Loaded by the first check: a server whose models nobody uses does not load the compiler. */
const newAjv = once(async () => {
  const [{ Ajv }, formats] = await Promise.all([import('ajv'), import('ajv-formats')])
  const addFormats = formats.default as unknown as typeof formats.default.default
  return () => addFormats(new Ajv({ allErrors: true }))
})

/** The check of a schema that is part of the product. Schemas of other authors go to `UntrustedSchemas`. */
export function createSchemaCheck(schema: JsonSchema): SchemaCheck {
  const compiled = once(async () => (await newAjv())().compile(schema))
  return { schema, faults: async (value) => faultsOf(await compiled(), value) }
}

export function faultsOf(validate: ValidateFunction, value: unknown): string[] {
  return validate(value) ? [] : (validate.errors ?? []).slice(0, maxFaults).map(sentenceOf)
}

function sentenceOf({ instancePath, message, params }: ErrorObject): string {
  const extra =
    'additionalProperty' in params
      ? ` (${JSON.stringify(params.additionalProperty)})`
      : 'allowedValues' in params
        ? ` (${JSON.stringify(params.allowedValues)})`
        : ''
  return `${instancePath || 'the value'} ${message ?? 'is wrong'}${extra}`.slice(0, maxFaultChars)
}
