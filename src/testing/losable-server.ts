import { rename } from 'node:fs/promises'
import { sqliteFile } from '../runtime/store/sqlite.ts'
import type { DatabaseSettings } from './databases.ts'
import { openRelay } from './relay.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** A server whose database a test can disconnect and restore. */
export interface LosableServer {
  readonly server: TestServer
  /** On SQLite, only what is written fails from then on. */
  lose(): Promise<void>
  restore(): Promise<void>
  /** Also if the database is lost. */
  close(): Promise<void>
}

export async function openLosableServer(
  { dataDir, databaseUrl }: DatabaseSettings,
  options: Omit<TestServerOptions, 'dataDir' | 'databaseUrl'> = {},
): Promise<LosableServer> {
  if (!databaseUrl) {
    const server = await startTestServer({ ...options, dataDir })
    const file = sqliteFile(dataDir)
    let isLost = false
    const restore = async () => {
      if (isLost) await rename(`${file}.away`, file)
      isLost = false
    }
    return {
      server,
      async lose() {
        await rename(file, `${file}.away`)
        isLost = true
      },
      restore,
      close: () => restore().then(() => server.stop()),
    }
  }
  const relay = await openRelay(databaseUrl)
  const server = await startTestServer({ ...options, dataDir, databaseUrl: relay.urlOf(databaseUrl) })
  const close = () => server.stop().then(() => relay.cut())
  return { server, lose: () => relay.cut(), restore: () => relay.restore(), close }
}
