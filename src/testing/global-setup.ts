import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { memoryFolder } from '../runtime/base/memory-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files get the file of a migrated SQLite database. */
    sqliteDesk: string
    /** Where test files get a PostgresTemplate. */
    postgresDesk: string
    /** Where test files get the address of the NATS server. */
    natsDesk: string
    /** Where test files get the address of the browser that shows pages. */
    browserDesk: string
    /** Where test files get the address of a Chromium as people have it. */
    chromiumDesk: string
  }
}

interface Offer {
  readonly answer: string
  stop(): Promise<void>
}

interface Desk {
  readonly url: string
  close(): Promise<void>
}

/**
 * Opens a desk where test files get something that is made once per run, at the first request: a run of pure
 * unit tests does not wait for it. It responds with 200 and its offer, or with 500 and the reason.
 */
async function openDesk(prepare: () => Promise<Offer>): Promise<Desk> {
  let offer: Promise<Offer> | undefined
  const desk: Server = createServer((_request, response) => {
    offer ??= prepare()
    offer.then(
      ({ answer }) => response.end(answer),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`,
    async close() {
      desk.closeAllConnections()
      desk.close()
      const made = await offer?.catch(() => undefined)
      await made?.stop()
    },
  }
}

async function migratedSqlite(): Promise<Offer> {
  const { openStore } = await import('../runtime/store/open.ts')
  const { sqliteFile } = await import('../runtime/store/sqlite.ts')
  const { migrations } = await import('../app/migrations.ts')
  const { prepareForServers } = await import('./storage.ts')
  const dataDir = await mkdtemp(join(memoryFolder(), 'onedoor-template-'))
  const store = await openStore({ dataDir })
  await store.migrate(migrations)
  await prepareForServers(store)
  // Closing writes everything from the log into the database file.
  await store.close()
  return { answer: sqliteFile(dataDir), stop: () => rm(dataDir, { recursive: true, force: true }) }
}

/** @param given the address of a server to use; without it one is started */
async function migratedPostgres(given: string | undefined): Promise<Offer> {
  const { startPostgres } = await import('./postgres-server.ts')
  const { createPostgresTemplate, dropPostgresTemplate } = await import('./postgres-template.ts')
  const server = given ? { url: given, stop: async () => undefined } : await startPostgres()
  try {
    const template = await createPostgresTemplate(server.url)
    const stop = async () => {
      if (given) await dropPostgresTemplate(template)
      await server.stop()
    }
    return { answer: JSON.stringify(template), stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** @param given the address of a server to use; without it one is started */
async function nats(given: string | undefined): Promise<Offer> {
  if (given) return { answer: given, stop: async () => undefined }
  const { startNats } = await import('./nats-server.ts')
  const server = await startNats()
  return { answer: server.url, stop: () => server.stop() }
}

/**
 * One browser for all test files: each page test has its own context in it.
 *
 * @param kind the one that shows pages soonest, or Chromium as people have it
 */
async function browser(kind: 'ensurePageBrowser' | 'ensureChromium'): Promise<Offer> {
  const { chromium } = await import('playwright-core')
  const setUp = await import('../../tools/setup/programs.mjs')
  const executablePath = await setUp[kind]()
  // Its sandbox needs privileges that containers do not have; it only opens our own pages.
  const server = await chromium.launchServer({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  return { answer: server.wsEndpoint(), stop: () => server.close() }
}

/** Offers what tests need besides the server under test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const desks = {
    sqliteDesk: await openDesk(migratedSqlite),
    postgresDesk: await openDesk(() => migratedPostgres(process.env.TEST_DATABASE_URL)),
    natsDesk: await openDesk(() => nats(process.env.TEST_NATS_URL)),
    browserDesk: await openDesk(() => browser('ensurePageBrowser')),
    chromiumDesk: await openDesk(() => browser('ensureChromium')),
  } as const
  for (const [name, { url }] of Object.entries(desks)) project.provide(name as keyof typeof desks, url)
  return async () => {
    for (const desk of Object.values(desks)) await desk.close()
  }
}
