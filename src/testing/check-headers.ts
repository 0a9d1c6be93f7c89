import { apiDocument, operationsOf } from '../runtime/base/openapi.ts'

const responses = new Map(
  operationsOf(await apiDocument()).map(({ operation }) => [operation.operationId, operation.responses]),
)

/**
 * Fails if a JSON response does not have a header that every response has, or one that the document promises for this
 * operation and status.
 */
export function checkHeaders(operationId: string, { status, headers }: { status: number; headers: Headers }): void {
  const described = responses.get(operationId)
  const promised = Object.entries((described?.[status] ?? described?.default)?.headers ?? {})
  const expected: [string, RegExp][] = [
    ['X-Request-Id', /^[A-Za-z0-9._-]{1,64}$/],
    ['Content-Type', /^application\/json(; charset=utf-8)?$/],
    ...promised.filter(([, { required }]) => required).map(([name]): [string, RegExp] => [name, /./]),
  ]
  for (const [name, form] of expected) {
    const value = headers.get(name)
    if (value === null || !form.test(value)) {
      throw new Error(`${operationId} returned ${status} with ${name}: ${value ?? 'none'} instead of ${form}`)
    }
  }
}
