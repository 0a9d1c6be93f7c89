import { checkResponse } from '../../src/testing/check-response.ts'
import { encodeRequest } from '../../tools/codegen/targets/client/runtime/request.ts'
import { clientOf, methods, operations } from '../document.ts'
import { type Credentials, tokenFor } from '../server.ts'
import { needs } from '../needs.ts'

/** The parts of a Dredd transaction that the hooks read and write. */
export interface Transaction {
  fullPath: string
  request: { method: string; uri: string; body: string; headers: Record<string, string> }
  expected: { statusCode: string; body?: string }
  real?: { statusCode: number | string; body: string }
  fail?: string
}

/** The hooks that Dredd calls around every transaction. */
export interface TransactionRules {
  /** Creates what the operation needs and writes the request: Dredd itself sends no credentials and knows no ids. */
  prepare(transaction: Transaction): Promise<void>
  /** Fails a transaction whose response the document does not allow: Dredd only checks which keys are present. */
  judge(transaction: Transaction): void
}

/** Rules for a server, with tokens that may do everything. */
export function transactionRules(baseUrl: string, credentials: Credentials): TransactionRules {
  return {
    async prepare(transaction) {
      const operation = operationOf(transaction)
      const token = tokenFor(credentials, operation)
      const onedoor = clientOf(baseUrl, token)
      const example = methods.find(({ id }) => id === (operation.formOf ?? operation.id))?.example.args ?? {}
      const args = (await needs[operation.id]?.(onedoor, example)) ?? example
      const { address, headers, body } = encodeRequest('', operation.id, operation, args)
      transaction.fullPath = address
      transaction.request.uri = address
      transaction.request.body = body ?? ''
      transaction.request.headers = { ...headers, authorization: `Bearer ${token}` }
    },
    judge(transaction) {
      const { real } = transaction
      delete transaction.expected.body
      if (!real || transaction.fail) return
      try {
        checkResponse(operationOf(transaction).id, Number(real.statusCode), JSON.parse(real.body))
      } catch (failure) {
        transaction.fail = (failure as Error).message
      }
    },
  }
}

function operationOf({ request, fullPath }: Transaction) {
  const path = fullPath.split('?')[0] ?? ''
  const found = operations.find(({ verb, path: pattern }) => verb === request.method && matches(pattern, path))
  if (!found) throw new Error(`Dredd plays ${request.method} ${fullPath}, which is not an operation`)
  return found
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('{') || part === given[index])
}
