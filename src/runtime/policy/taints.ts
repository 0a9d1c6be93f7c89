import type { Clock } from '../base/clock.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/types.ts'
import type { Program } from './types.ts'

/** A credential whose program has read text by others. */
export interface Taint {
  readonly credentialId: string
  readonly kind: 'app' | 'mcp'
  /** Of the token; undefined for an app, whose name its family knows. */
  readonly name: string | undefined
  /** Epoch milliseconds. */
  readonly taintedAtMs: number
}

interface Row {
  credential: string
  kind: Taint['kind']
  name: string | null
  tainted_at: number | string
}

const maxListed = 200

const find = statement<{ credential: string; account: string }>((sql, param) =>
  sql('tainted_credentials')
    .select('credential')
    .where({ credential: param('credential'), account_id: param('account') }),
)

type Inserted = { credential: string; account: string; kind: string; now: number }

const insert = statement<Inserted>((sql, param) =>
  sql('tainted_credentials')
    .insert({
      credential: param('credential'),
      account_id: param('account'),
      kind: param('kind'),
      tainted_at: param('now'),
    })
    .onConflict(['account_id', 'credential'])
    .ignore(),
)

/** Which credentials have received text by others. That text may direct their programs. */
export function createTaints({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** Whether the program has read text by others since a person last cleared it. */
    async has({ credentialId: credential, accountId: account }: Omit<Program, 'actor'>): Promise<boolean> {
      return (await store.get(find({ credential, account }))) !== undefined
    },
    /** Records that it is about to get text by others. */
    async add({ credentialId: credential, accountId: account, actor }: Program): Promise<void> {
      await store.run(insert({ credential, account, kind: actor.kind, now: clock.now() }))
    },
    /** The tainted credentials of an account, the latest first. */
    async list(accountId: string): Promise<Taint[]> {
      const rows = await store.all<Row>(
        store
          .sql('tainted_credentials as t')
          .leftJoin('tokens', 'tokens.id', 't.credential')
          .select('t.credential', 't.kind', 'tokens.name', 't.tainted_at')
          .where({ 't.account_id': accountId })
          .orderBy([{ column: 't.tainted_at', order: 'desc' }, 't.credential'])
          .limit(maxListed),
      )
      return rows.map(({ credential: credentialId, kind, name, tainted_at }) => ({
        ...{ credentialId, kind, name: name ?? undefined, taintedAtMs: Number(tainted_at) },
      }))
    },
    /** Trusts the program again: the account's owner says so. */
    async clear(accountId: string, credentialId: string): Promise<void> {
      await store.run(
        store.sql('tainted_credentials').where({ credential: credentialId, account_id: accountId }).delete(),
      )
    },
  }
}

export type Taints = ReturnType<typeof createTaints>
