import type { Knex } from 'knex'
import type { Clock } from '#runtime/base/clock.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'
import { invalid, notFound, type RpcError, tooLarge } from '../../kernel/rpc-errors.ts'
import {
  ANSWER_MAX_BYTES,
  type FullPlace,
  fullPlace,
  keyBytes,
  metadataOf,
  NAMES_MAX,
  partOfKey,
  READ_MAX,
  storedRecord,
} from './bounds.ts'
import type { Space } from './space.ts'
import type { KeyFilter, Place, StoreRecord } from './types.ts'

const LIST_PAGE = 500

interface Row {
  key: Buffer
  value: Buffer
  metadata: string | null
  expires_at: number | null
}

type At = { namespace: string; database: string; table: string; key: Buffer }

const whole = (param: (name: keyof At) => Knex.Value) => ({
  namespace: param('namespace'),
  database: param('database'),
  table_name: param('table'),
  key: param('key'),
})

const readOne = statement<At & { now: number }>((sql, param) =>
  sql('store_records')
    .select('key', 'value', 'metadata', 'expires_at')
    .where(whole(param))
    .where((live) => live.whereNull('expires_at').orWhere('expires_at', '>', param('now'))),
)

const sizeOfOne = statement<At>((sql, param) => sql('store_records').select('size').where(whole(param)))

const put = statement<At & { value: Buffer; metadata: string | null; expiresAt: number | null; size: number }>(
  (sql, param) =>
    sql('store_records')
      .insert({
        ...whole(param),
        size: param('size'),
        expires_at: param('expiresAt'),
        metadata: param('metadata'),
        value: param('value'),
      })
      .onConflict(['namespace', 'database', 'table_name', 'key'])
      .merge(['size', 'expires_at', 'metadata', 'value']),
)

interface RecordsOptions {
  readonly store: Store
  /** Determines what has expired. */
  readonly clock: Clock
  readonly space: Space
}

/** Records by key, each call within one namespace. Expired records are not visible. */
export class Records {
  readonly #options: RecordsOptions

  constructor(options: RecordsOptions) {
    this.#options = options
  }

  /** @throws RpcError 404 */
  async read(place: Place, key: string): Promise<StoreRecord> {
    const id = 'store.read'
    const at = { ...fullPlace(place, id), key: keyBytes(key, id) }
    const now = this.#options.clock.now()
    const row = await this.#options.store.get<Row>(readOne({ ...at, now }))
    if (!row) throw noRecord(id, at, key)
    return recordOf(row, now)
  }

  /**
   * The records that match the filter; it is not an error if there are none.
   *
   * @throws RpcError 413 when together they are too large for one response
   */
  async find(place: Place, filter: KeyFilter): Promise<StoreRecord[]> {
    const id = 'store.read'
    const limit = filter.limit ?? READ_MAX
    if (limit > READ_MAX) {
      const detail = `options.limit is ${limit}, but a Read returns at most ${READ_MAX} records. Continue with options.offset.`
      throw invalid(id, detail)
    }
    const page = () => this.#matching(fullPlace(place, id), filter, id).limit(limit).offset(filter.offset)
    const sizes = this.#options.store.sql.from(page().select('size').as('page')).sum({ bytes: 'size' })
    const bytes = Number((await this.#options.store.get<{ bytes: number | null }>(sizes))?.bytes ?? 0)
    if (bytes > ANSWER_MAX_BYTES) {
      const detail =
        `The records found are ${bytes} bytes, but a response can be at most ${ANSWER_MAX_BYTES} bytes. ` +
        'Request fewer with options.limit and continue with options.offset.'
      throw tooLarge(id, detail)
    }
    const rows = await this.#options.store.all<Row>(page().select('key', 'value', 'metadata', 'expires_at'))
    return rows.map((row) => recordOf(row, this.#options.clock.now()))
  }

  /** Replaces the record of that key, including its expiry and metadata. @throws RpcError 400; 413 if it is too large */
  async write(place: Place, record: StoreRecord): Promise<void> {
    const id = 'store.write'
    const { key, value, metadata, size } = storedRecord(record, id)
    const at = { ...fullPlace(place, id), key }
    await this.#options.space.spend(at.namespace, id, async (tx, take) => {
      const former = await tx.get<{ size: number }>(sizeOfOne(at))
      await take(size - (former?.size ?? 0))
      const expiresAt = record.expiryS === 0 ? null : this.#options.clock.now() + record.expiryS * 1000
      await tx.run(put({ ...at, value, metadata, size, expiresAt }))
    })
  }

  /** @throws RpcError 404 */
  async delete(place: Place, key: string): Promise<void> {
    const id = 'store.delete'
    const at = fullPlace(place, id)
    const bytes = keyBytes(key, id)
    const removed = await this.#options.store.write((tx) =>
      this.#options.space.remove(tx, this.#live(at).where({ key: bytes })),
    )
    if (removed === 0) throw noRecord(id, at, key)
  }

  /**
   * Keys page by page; without a limit, all of them. A page is read when the previous one has been taken: keys written
   * meanwhile may or may not be included, and no key comes twice.
   */
  async *list(place: Place, filter: KeyFilter): AsyncGenerator<string[], void> {
    const id = 'store.list'
    const at = fullPlace(place, id)
    let last: Buffer | undefined
    let left = filter.limit ?? Number.POSITIVE_INFINITY
    while (left > 0) {
      const size = Math.min(LIST_PAGE, left)
      const page = this.#matching(at, filter, id).select('key').limit(size)
      if (last) page.where('key', filter.order === 'asc' ? '>' : '<', last)
      else page.offset(filter.offset)
      const keys = (await this.#options.store.all<{ key: Buffer }>(page)).map(({ key }) => key)
      if (keys.length > 0) yield keys.map((key) => key.toString())
      if (keys.length < size) return
      last = keys.at(-1)
      left -= keys.length
    }
  }

  /** Names of the databases that have records, sorted by bytes. @throws RpcError 413 when there are too many */
  databases(namespace: string): Promise<string[]> {
    return this.#names('database', { namespace }, 'store.databases')
  }

  /** Like `databases`, for the tables of a database. */
  async tables(place: Pick<Place, 'namespace' | 'database'>): Promise<string[]> {
    const id = 'store.tables'
    const { namespace, database } = fullPlace(place, id)
    return this.#names('table_name', { namespace, database }, id)
  }

  /** Removes expired records. Resolves with their number. */
  purge(): Promise<number> {
    return this.#options.space.removeExpired()
  }

  #live({ table, ...rest }: Partial<FullPlace>): Knex.QueryBuilder {
    return this.#options.store
      .sql('store_records')
      .where(table === undefined ? rest : { ...rest, table_name: table })
      .where((either) => either.whereNull('expires_at').orWhere('expires_at', '>', this.#options.clock.now()))
  }

  /** The prefix is a range of the primary key. The suffix is checked for every key of that range, as no index covers it. */
  #matching(place: FullPlace, { prefix, suffix, order }: KeyFilter, id: string): Knex.QueryBuilder {
    const query = this.#live(place).orderBy('key', order)
    const start = partOfKey(prefix, id, 'prefix')
    const end = partOfKey(suffix, id, 'suffix')
    if (start.length > 0) query.where('key', '>=', start).where('key', '<', afterAll(start))
    if (end.length > 0) {
      query.whereRaw('length(key) >= ? and substr(key, length(key) - ? + 1) = ?', [end.length, end.length, end])
    }
    return query
  }

  /** Finds each name with one index lookup, regardless of the number of its records. */
  async #names(column: 'database' | 'table_name', within: Partial<FullPlace>, id: string): Promise<string[]> {
    const next = (after: string) => this.#live(within).select(column).orderBy(column).limit(1).whereRaw(after)
    const query = this.#options.store.sql.raw(
      'with recursive names (name) as (select ? union all select ? from names where name is not null) ' +
        'select name from names where name is not null limit ?',
      [next('true'), next(`${column} > names.name`), NAMES_MAX + 1],
    )
    const rows = await this.#options.store.all<{ name: string }>(query)
    if (rows.length > NAMES_MAX) {
      throw tooLarge(id, `There are more than ${NAMES_MAX} entries, which is too many for one response.`)
    }
    return rows.map(({ name }) => name)
  }
}

function recordOf(row: Row, now: number): StoreRecord {
  const leftMs = row.expires_at === null ? 0 : Number(row.expires_at) - now
  return {
    key: row.key.toString(),
    value: row.value,
    // Never 0, which would mean that the record does not expire.
    expiryS: row.expires_at === null ? 0 : Math.max(1, Math.ceil(leftMs / 1000)),
    metadata: metadataOf(row.metadata),
  }
}

/** The first bytes that come after everything that begins with these: no byte of UTF-8 is 0xff. */
export function afterAll(prefix: Buffer): Buffer {
  const next = Buffer.from(prefix)
  next[next.length - 1]! += 1
  return next
}

function noRecord(id: string, { namespace, database, table }: FullPlace, key: string): RpcError {
  const where = `table ${JSON.stringify(table)} of database ${JSON.stringify(database)} in namespace ${namespace}`
  return notFound(id, `not found: ${where} has no record ${JSON.stringify(key)}.`)
}
