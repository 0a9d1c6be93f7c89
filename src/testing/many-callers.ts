import { Pool } from 'undici'
import type { OperationId } from '../../generated/server/operations.ts'
import { operations } from '../../generated/server/operations.ts'

/** Requests that share a connection. */
const pipelining = 20

/** The call that everybody makes. */
export interface CommonCall {
  /** The server's address. */
  readonly url: string
  readonly token: string | undefined
  /** A method that is read with GET. */
  readonly id: OperationId
  readonly args: Readonly<Record<string, unknown>>
}

/**
 * Makes the same call many times at once: the requests share connections, so that they are all on their way before
 * the first is answered.
 *
 * @returns how many responses there were of each status
 */
export async function manyCallers(count: number, { url, token, id, args }: CommonCall): Promise<Map<number, number>> {
  const operation = operations.find((each) => each.id === id)
  if (operation?.verb !== 'GET') throw new Error(`${id} is not read with GET`)
  const query = new URLSearchParams(
    Object.entries(args).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    ),
  )
  const path = `${operation.path}?${query}`
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const pool = new Pool(url, { connections: Math.ceil(count / pipelining), pipelining })
  try {
    const statuses = new Map<number, number>()
    const call = async () => {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      await body.dump()
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    await Promise.all(Array.from({ length: count }, call))
    return statuses
  } finally {
    await pool.close()
  }
}
