import { Ajv, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { answerWork } from '../../../base/supervised-work.ts'
import { faultsOf, type JsonSchema } from './schema-check.ts'
import type { SchemaJob, SchemaResult } from './schema-jobs.ts'

// `inlineRefs` would copy a schema to every reference, which doubles its size at every level.
const options: Options = { strict: false, inlineRefs: false, logger: false, validateFormats: true }

function result({ schema: text, value }: SchemaJob): SchemaResult {
  const schema = JSON.parse(text) as JsonSchema
  let validate: ReturnType<Ajv['compile']>
  try {
    const ajv = isRecent(schema) ? new Ajv2020(options) : new Ajv(options)
    ;(addFormats as unknown as typeof addFormats.default)(ajv, { mode: 'fast' })
    validate = ajv.compile(schema)
  } catch (error) {
    return { unusable: (error as Error).message }
  }
  try {
    return { faults: value === undefined ? [] : faultsOf(validate, JSON.parse(value)) }
  } catch (error) {
    // A schema that refers to itself endlessly overflows the stack.
    if (error instanceof RangeError) return { unusable: 'it refers to itself endlessly' }
    throw error
  }
}

function isRecent({ $schema }: JsonSchema): boolean {
  return typeof $schema === 'string' && /\/20(?:19-09|20-12)\//.test($schema)
}

answerWork(result)
