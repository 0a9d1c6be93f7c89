import type { Knex } from 'knex'
import { statement } from '#runtime/store/statement.ts'
import type { Query, Reader, Writer } from '#runtime/store/types.ts'

export type BuildState = 'queued' | 'generating' | 'validating' | 'saving' | 'complete' | 'failed'

/** A row of `app_builds` without the app that was written. */
export interface BuildRow {
  id: string
  owner: string | null
  wallet: string | null
  payment: string | null
  state: BuildState
  prompt: string
  prompt_digest: string
  attempts: number
  recoveries: number
  tries: number
  run: number
  cost: number | string
  error: string | null
  faults: string | null
  is_tried: boolean | number | null
  base: string | null
  base_version: number | null
  base_slug: string | null
  app: string | null
  slug: string | null
  name: string | null
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

/** A whole row. */
export interface WholeBuildRow extends BuildRow {
  /** The app that was written, as JSON of an `AppContent`. */
  candidate: string | null
}

const columns = [
  ...'id owner wallet payment state prompt prompt_digest attempts recoveries tries run cost error faults'.split(' '),
  ...'is_tried base base_version base_slug app slug name by_others created_at updated_at'.split(' '),
]
const builds = (sql: Knex) => sql('app_builds').select(columns)
const wholeBuilds = (sql: Knex) => builds(sql).select('candidate')

/** Characters of a description that lists show. */
export const snippetLength = 200

const unfinished = "state not in ('complete', 'failed')"

type NewBuild = Pick<
  BuildRow,
  'id' | 'owner' | 'wallet' | 'payment' | 'prompt' | 'prompt_digest' | 'base' | 'base_version' | 'base_slug'
> & { request_key: string | null; now: number }

export async function insert(tx: Writer, { now, ...build }: NewBuild): Promise<void> {
  const initial = { state: 'queued', attempts: 0, recoveries: 0, tries: 1, run: 0, cost: 0 }
  await tx.run(tx.sql('app_builds').insert({ ...build, ...initial, created_at: now, updated_at: now }))
}

export const byId = statement<{ id: string }>((sql, param) => builds(sql).where({ id: param('id') }))

export const wholeById = statement<{ id: string }>((sql, param) => wholeBuilds(sql).where({ id: param('id') }))

export const owned = statement<{ id: string; owner: string }>((sql, param) =>
  builds(sql).where({ id: param('id'), owner: param('owner') }),
)

/** A build that a wallet has paid for. */
export const ofWallet = statement<{ id: string }>((sql, param) =>
  builds(sql)
    .where({ id: param('id') })
    .whereNull('owner'),
)

/** The complete build of a wallet's app. */
export const walletsApp = statement<{ slug: string }>((sql, param) =>
  wholeBuilds(sql)
    .where({ slug: param('slug'), state: 'complete' })
    .whereNull('owner'),
)

/** The builds of an account, newest first, each with the beginning of its description. */
export const listOwned = statement<{ owner: string; limit: number }>((sql, param) =>
  sql('app_builds')
    .select(
      ...columns.filter((column) => column !== 'prompt' && column !== 'faults'),
      sql.raw(`substr(prompt, 1, ${snippetLength + 1}) as prompt`),
    )
    .where({ owner: param('owner') })
    .orderByRaw('created_at desc, id desc')
    .limit(param('limit') as never),
)

/** The latest build of an account under a key. */
export const byKey = statement<{ owner: string; key: string }>((sql, param) =>
  builds(sql)
    .where({ owner: param('owner'), request_key: param('key') })
    .orderByRaw('created_at desc, id desc')
    .limit(1),
)

/**
 * The latest build of the same description, unless it has failed or its app was deleted. A change matches only until it is
 * complete, as after that it would change another app.
 */
export const byPrompt = statement<{ owner: string; digest: string }>((sql, param) =>
  builds(sql)
    .where({ owner: param('owner'), prompt_digest: param('digest') })
    .whereRaw(
      `(${unfinished} or (state = 'complete' and base is null and exists (select 1 from apps where apps.id = app_builds.app)))`,
    )
    .orderByRaw('created_at desc, id desc')
    .limit(1),
)

/** Counts the unfinished builds of an account or a wallet. */
export function countUnfinished(reader: Reader, of: { owner: string } | { wallet: string }): Query {
  return reader.sql('app_builds').where(of).whereRaw(unfinished).count({ total: '*' })
}

/** Counts all unfinished builds, up to `most`. */
export const countAllUnfinished = statement<{ most: number }>((sql, param) =>
  sql.raw(`select count(*) as total from (select 1 from app_builds where ${unfinished} limit ?) as counted`, [
    param('most'),
  ]),
)

/** Deletes the oldest builds of an account that have ended, except the latest `kept`. */
export const deleteBeyond = statement<{ owner: string; kept: number }>((sql, param) =>
  sql.raw(
    `delete from app_builds where owner = ? and state in ('complete', 'failed') and id not in
     (select id from app_builds where owner = ? order by created_at desc, id desc limit ?)`,
    [param('owner'), param('owner'), param('kept')],
  ),
)

/** Deletes up to `limit` ended builds of wallets that have not changed since a time. */
export const deleteOldOfWallets = statement<{ before: number; limit: number }>((sql, param) =>
  sql.raw(
    `delete from app_builds where id in (select id from app_builds where owner is null
     and state in ('complete', 'failed') and updated_at < ? order by updated_at limit ?)`,
    [param('before'), param('limit')],
  ),
)

/** Deletes an unfinished build of a wallet. */
export const deleteUnpaid = statement<{ id: string }>((sql, param) =>
  sql('app_builds')
    .where({ id: param('id') })
    .whereNull('owner')
    .whereRaw(unfinished)
    .delete(),
)

/** Unfinished builds that have not changed since a time. */
export const stranded = statement<{ before: number; limit: number }>((sql, param) =>
  sql.raw(`select id, owner from app_builds where ${unfinished} and updated_at < ? order by updated_at limit ?`, [
    param('before'),
    param('limit'),
  ]),
)

/** Claims a build for a new run; the runs before it can no longer change it. */
export const claim = statement<{ id: string; run: number; recoveries: number; now: number }>((sql, param) =>
  sql('app_builds')
    .where({ id: param('id'), run: param('run') })
    .whereRaw(unfinished)
    .update({ run: sql.raw('run + 1'), recoveries: param('recoveries'), updated_at: param('now') }),
)

/** The columns that a run sets. */
export type Step = Partial<
  Pick<
    WholeBuildRow,
    | 'state'
    | 'attempts'
    | 'recoveries'
    | 'error'
    | 'candidate'
    | 'faults'
    | 'is_tried'
    | 'app'
    | 'slug'
    | 'name'
    | 'cost'
  >
>

/** Records a step of a build, if the build still belongs to this run. */
export function step(reader: Reader, { id, run }: { id: string; run: number }, to: Step, now: number): Query {
  return reader
    .sql('app_builds')
    .where({ id, run })
    .whereRaw(unfinished)
    .update({ ...to, updated_at: now })
}

/** Queues a failed build of a wallet again, for the same payment. */
export const again = statement<{ id: string; tries: number; now: number }>((sql, param) =>
  sql('app_builds')
    .where({ id: param('id'), tries: param('tries'), state: 'failed' })
    .whereNull('owner')
    .update({
      state: 'queued',
      attempts: 0,
      recoveries: 0,
      tries: sql.raw('tries + 1'),
      error: null,
      faults: null,
      candidate: null,
      updated_at: param('now'),
    }),
)
