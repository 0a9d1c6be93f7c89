import type { Store } from '../runtime/store/types.ts'

interface LinkColumns {
  readonly destination?: string
  readonly expires_at?: number | null
  readonly forward_query?: boolean
}

/** Adds an account that may own links. */
async function addLinkOwner(store: Store, owner = 'account_ann'): Promise<string> {
  await store.run(
    store
      .sql('accounts')
      .insert({ id: owner, username: owner, created_at: 1, updated_at: 1 })
      .onConflict('id')
      .ignore(),
  )
  return owner
}

/** Inserts links directly into the database; each leads to `https://ferries.example/<id>`. */
export async function addLinks(store: Store, ids: readonly string[], columns: LinkColumns = {}): Promise<void> {
  const owner = await addLinkOwner(store)
  const rows = ids.map((id) => ({
    id,
    owner,
    destination: `https://ferries.example/${id}`,
    created_at: 1,
    updated_at: 1,
    ...columns,
  }))
  await store.run(store.sql('links').insert(rows))
}

/** The counts of a link. */
export interface LinkCounts {
  readonly hits: number
  readonly bots: number
  readonly heads: number
  /** `day visitor device hits`, sorted. */
  readonly days: readonly string[]
  /** `day host hits`, sorted. */
  readonly referrers: readonly string[]
}

/** Reads the counts of a link from the database. */
export async function linkCounts(store: Store, id: string): Promise<LinkCounts> {
  const link = await store.get<{ hits: number; bot_hits: number; head_hits: number }>(store.sql('links').where({ id }))
  const days = await store.all<{ day: number; visitor: string; device: string; hits: number }>(
    store.sql('link_days').where({ link_id: id }),
  )
  const referrers = await store.all<{ day: number; host: string; hits: number }>(
    store.sql('link_referrers').where({ link_id: id }),
  )
  return {
    hits: Number(link?.hits ?? 0),
    bots: Number(link?.bot_hits ?? 0),
    heads: Number(link?.head_hits ?? 0),
    days: days.map(({ day, visitor, device, hits }) => `${day} ${visitor} ${device} ${hits}`).toSorted(),
    referrers: referrers.map(({ day, host, hits }) => `${day} ${host} ${hits}`).toSorted(),
  }
}
