import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrations } from '../app/migrations.ts'
import { openStore } from '../runtime/store/open.ts'
import { prepareForServers } from './storage.ts'

/** A migrated database to copy. */
export interface PostgresTemplate {
  /** Of the server, as a user who may create databases. */
  readonly url: string
  readonly name: string
}

/** Makes and drops databases of a PostgreSQL server. */
export class PostgresAdmin {
  readonly #url: string
  readonly #pool: pg.Pool

  /** @param url of the server, as a user who may create databases */
  constructor(url: string) {
    this.#url = url
    this.#pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
    // Without a listener a connection that ends with the server would end this process.
    this.#pool.on('error', () => undefined)
  }

  urlOf(name: string): string {
    const address = new URL(this.#url)
    address.pathname = `/${name}`
    return address.href
  }

  /** Makes an empty database that sorts text by a language's rules, so that code relying on byte order is found out. */
  async create(name: string): Promise<void> {
    await this.#pool.query(
      `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US' locale 'C'`,
    )
  }

  /** Copies a database without connections, file by file: a quarter of the work of writing a log of it. */
  async copy(template: string, name: string): Promise<void> {
    await this.#pool.query(`create database ${name} template ${template} strategy file_copy`)
  }

  async drop(name: string): Promise<void> {
    await this.#pool.query(`drop database if exists ${name} with (force)`)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

/**
 * Makes a migrated database on this server.
 *
 * @param url of the server, as a user who may create databases
 */
export async function createPostgresTemplate(url: string): Promise<PostgresTemplate> {
  const admin = new PostgresAdmin(url)
  const name = `onedoor_template_${randomBytes(8).toString('hex')}`
  try {
    await admin.create(name)
    const store = await openStore({ dataDir: '', databaseUrl: admin.urlOf(name) })
    await store.migrate(migrations)
    await prepareForServers(store)
    await store.close()
  } finally {
    await admin.close()
  }
  return { url, name }
}

export async function dropPostgresTemplate({ url, name }: PostgresTemplate): Promise<void> {
  const admin = new PostgresAdmin(url)
  await admin.drop(name)
  await admin.close()
}
