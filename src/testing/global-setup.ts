import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startNats } from './nats-server.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for the address of the PostgreSQL server. */
    postgresDesk: string
    /** Where a test file asks for the address of the NATS server. */
    natsDesk: string
  }
}

interface Started {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Where test files ask for the address of a server that is started once a run, and only when the first one asks: a run of
 * pure unit tests does not wait for it. The desk answers 200 with the address or 500 with the reason why there is none.
 */
async function openDesk(given: string | undefined, start: () => Promise<Started>) {
  let server: Promise<Started> | undefined
  const desk: Server = createServer((_request, response) => {
    if (given) {
      response.end(given)
      return
    }
    server ??= start()
    server.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`,
    async close() {
      desk.closeAllConnections()
      desk.close()
      const started = await server?.catch(() => undefined)
      await started?.stop()
    },
  }
}

/** Offers the servers that tests need besides the one they test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openDesk(process.env.TEST_DATABASE_URL, startPostgres)
  const nats = await openDesk(process.env.TEST_NATS_URL, () => startNats())
  project.provide('postgresDesk', postgres.url)
  project.provide('natsDesk', nats.url)
  return async () => {
    await postgres.close()
    await nats.close()
  }
}
