import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for the address of the PostgreSQL server. */
    postgresDesk: string
  }
}

/**
 * Starts PostgreSQL once a run, and only when the first test file asks for it: a run of pure unit tests does not wait
 * for a server. The desk answers 200 with the address or 500 with the reason why there is none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined
  const desk = createServer((_request, response) => {
    const given = process.env.TEST_DATABASE_URL
    if (given) {
      response.end(given)
      return
    }
    server ??= startPostgres()
    server.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  project.provide('postgresDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`)
  return async () => {
    desk.closeAllConnections()
    desk.close()
    const started = await server?.catch(() => undefined)
    await started?.stop()
  }
}
