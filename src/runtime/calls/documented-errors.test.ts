import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { apiDocument, operationsOf, resolve } from '#runtime/base/openapi.ts'
import { exampleArguments, pathArguments } from '#testing/stand-ins.ts'
import { ApiError, errorBody, legacyDetailOf } from '../base/errors.ts'
import { checkArguments } from './arguments.ts'
import { createContract } from './contract.ts'

const document = await apiDocument()
const contract = createContract()
const documented = new Map(
  operationsOf(document).map(({ operation }) => [operation.operationId as string, operation.responses]),
)

interface ErrorExample {
  readonly error?: string
  readonly details?: readonly [{ readonly path: string; readonly message: string }]
  readonly detail?: string
}

/** The body that the document shows for a rejected argument of an operation. */
function documentedBody(id: string): ErrorExample {
  const { examples = {} } = documented.get(id)?.['400']?.content?.['application/json'] ?? {}
  const example = examples.invalid_argument ?? Object.values(examples)[0]
  return (resolve(document, example as { $ref: string }) as unknown as { value: ErrorExample }).value
}

/** The arguments of the document's example with the fault that a sentence is about. */
function withFault(args: Record<string, unknown>, sentence: string): Record<string, unknown> {
  const [, path = '', message = ''] = /^(\w+) (.*?)\.?$/.exec(sentence) ?? []
  const { [path]: _, ...others } = args
  const [, bound] = /at most (\d+)/.exec(message) ?? []
  if (message === 'is required') return others
  if (message.endsWith('characters')) return { ...others, [path]: 'a'.repeat(Number(bound) + 1) }
  return { ...others, [path]: bound === undefined ? 'unlikely' : Number(bound) + 1 }
}

describe('the documented example of a rejected argument is what the server says', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
    const body = documentedBody(id)
    const args = withFault(exampleArguments(operation.formOf ?? id), body.error ?? body.detail ?? '')
    const inPath = pathArguments(id)
    const others = Object.entries(args).filter(([name]) => !inPath.includes(name))
    const path = Object.fromEntries(inPath.map((name) => [name, String(args[name])]))
    const query = Object.fromEntries(others.map(([name, value]) => [name, Array.isArray(value) ? value : `${value}`]))
    const raw = operation.hasBody
      ? { path, query: {}, body: Object.fromEntries(others) }
      : { path, query, body: undefined }
    let failure: unknown
    try {
      checkArguments(contract, operation, raw)
    } catch (error) {
      failure = error
    }
    const error = failure as ApiError
    expect(error).toBeInstanceOf(ApiError)
    if (operation.errorForm === 'legacy') expect(body).toMatchObject({ id, code: 400, detail: legacyDetailOf(error) })
    else expect(body).toEqual(errorBody(error))
  })
})
