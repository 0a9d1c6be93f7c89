import type { Handler } from '../../generated/server/handlers.ts'
import { type OperationId, operations } from '../../generated/server/operations.ts'
import { families } from '../../src/app/families.ts'
import { markedTables } from '../../src/app/owned-tables.ts'
import { createContract } from '../../src/runtime/calls/contract.ts'
import type { ModelProvider } from '../../src/testing/model-provider/index.ts'
import { startTestServer, type TestServer } from '../../src/testing/server.ts'
import { exampleResult, type Handlers } from '../../src/testing/stand-ins.ts'
import bookkeeping from './data/bookkeeping.json' with { type: 'json' }
import { foreignReads } from './scenario.ts'

/** A call that reached the world outside: its operation with its arguments. */
export interface Left {
  readonly method: string
  readonly args: string
}

/** What stands in for providers, and everything that has reached them. */
export class Outside {
  /** The text that every operation with text by others returns. */
  text = ''
  readonly left: Left[] = []

  /** Handlers of what returns text by others or acts outside; everything else is the product's own. */
  handlers(): Handlers {
    const own: Record<string, Record<string, unknown>> = {}
    const isReal = new Set(['agent', 'work', 'doors'])
    for (const { id, family, method } of foreignReads) {
      if (isReal.has(family) && !['work.read', 'agent.list'].includes(id)) continue
      own[family] = { ...own[family], [method]: this.#handlerOf(id) }
    }
    for (const id of ['sms.send', 'sms.verify', 'mail.send', 'images.generate', 'shell.write', 'mail.markread']) {
      const [family = '', method = ''] = id.split('.')
      own[family] = { ...own[family], [method]: this.#handlerOf(id) }
    }
    return own as Handlers
  }

  #handlerOf(id: string): Handler<OperationId> {
    return (async (args: object) => {
      this.left.push({ method: id, args: JSON.stringify(args) })
      return withText(exampleOf(id), this.text)
    }) as never
  }
}

function exampleOf(id: string): unknown {
  try {
    return exampleResult(id as OperationId)
  } catch {
    return { text: 'Something that is no JSON.' }
  }
}

/** The result with this text in place of its longest prose: that of a record which is not the caller's own. */
function withText(result: unknown, text: string): unknown {
  if (text === '') return result
  const longest = prose(result).reduce((best, each) => (score(each) > score(best) ? each : best), '')
  if (longest === '') return { ...(result as object), text }
  return JSON.parse(JSON.stringify(result), (key, value) => {
    if (key === 'mine') return false
    return value === longest ? text : value
  })
}

/** Prose has spaces; what has none may be an id, an address or a time. */
const score = (text: string) => text.split(' ').length * 1000 + text.length

function prose(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(prose) : []
}

/** The product's operations as if nothing had an effect: then the policy allows every call. */
function withoutPolicy() {
  return createContract(
    operations.map((operation) => ({ ...operation, withheld: false, effects: [], argumentKinds: {} })),
  )
}

/** A server whose models, providers and text by others are scripted. */
export async function startWorld(
  dataDir: string,
  provider: ModelProvider,
  { hasPolicy }: { readonly hasPolicy: boolean },
): Promise<{ server: TestServer; outside: Outside }> {
  const outside = new Outside()
  const server = await startTestServer({
    dataDir,
    families,
    handlers: outside.handlers(),
    settings: { ...provider.settings('openai'), WELCOME_CREDITS: '1000' },
    ...(hasPolicy ? {} : { contract: withoutPolicy() }),
  })
  return { server, outside }
}

/** All rows of the database, by table, each as JSON. */
export type Snapshot = ReadonlyMap<string, ReadonlySet<string>>

/** What the tables hold that are not bookkeeping. */
export async function snapshot({ store }: Pick<TestServer, 'store'>): Promise<Snapshot> {
  const found = await store.all<{ name: string }>(store.sql('sqlite_master').select('name').where({ type: 'table' }))
  const names = found.map(({ name }) => name).filter((name) => !isBookkeeping(name))
  const rows = new Map<string, ReadonlySet<string>>()
  for (const name of names) {
    const all = await store.all<object>(store.sql(name).select('*'))
    rows.set(name, new Set(all.map((row) => JSON.stringify(row))))
  }
  return rows
}

const isBookkeeping = (table: string) =>
  Object.keys(bookkeeping).some((name) => (name.endsWith('*') ? table.startsWith(name.slice(0, -1)) : table === name))

/** A change of the database that a person has to approve. */
export interface Change {
  readonly table: string
  readonly kind: 'added' | 'removed'
  readonly row: string
}

/** What has changed, except for records of the account that are marked as text by others and public to nobody. */
export function changesBetween(before: Snapshot, after: Snapshot): Change[] {
  return [...after].flatMap(([table, rows]) => {
    const old = before.get(table) ?? new Set()
    const gone = [...old].filter((row) => !rows.has(row) && !isPastEvent(table, row))
    const removed = gone.map((row) => ({ table, kind: 'removed' as const, row }))
    const added = [...rows].filter((row) => !old.has(row)).filter((row) => !isMarkedRecord(table, row))
    return [...removed, ...added.map((row) => ({ table, kind: 'added' as const, row }))]
  })
}

function isMarkedRecord(table: string, json: string): boolean {
  if (!markedTables.has(table)) return false
  const row = JSON.parse(json) as Record<string, unknown>
  return Boolean(row.by_others) && !row.public && !row.is_public
}

/** Past events are deleted by the server itself. */
function isPastEvent(table: string, json: string): boolean {
  return table === 'calendar_events' && Boolean((JSON.parse(json) as { is_past?: unknown }).is_past)
}
