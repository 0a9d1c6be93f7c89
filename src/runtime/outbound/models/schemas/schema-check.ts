import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** A JSON schema as JSON. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** A schema for the answers of a model, with what checks them. */
export interface SchemaCheck {
  /** As the model is told it. */
  readonly schema: JsonSchema
  /**
   * Checks a value.
   *
   * @returns what is wrong, a sentence each, at most ten; empty if the value is valid
   */
  faults(value: unknown): readonly string[] | Promise<readonly string[]>
}

const maxFaults = 10
const maxFaultChars = 200

/** The check of a schema that is part of the product. One of somebody else goes to `UntrustedSchemas`. */
export function createSchemaCheck(schema: JsonSchema): SchemaCheck {
  const ajv = new Ajv({ allErrors: true })
  ;(addFormats as unknown as typeof addFormats.default)(ajv)
  const validate = ajv.compile(schema)
  return { schema, faults: (value) => faultsOf(validate, value) }
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
