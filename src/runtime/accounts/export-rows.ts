import { deletedAtOnce } from '../store/delete-some.ts'
import { statement } from '../store/statement.ts'

/** A row of `exports`. */
export interface ExportRow {
  readonly id: string
  readonly account_id: string
  readonly state: 'queued' | 'ready' | 'failed'
  readonly parts: number
  readonly parts_done: number
  readonly records: number | string
  readonly blob_id: string | null
  readonly bytes: number | string | null
  readonly checksum: string | null
  readonly requested_at: number | string
  readonly finished_at: number | string | null
  readonly expires_at: number | string
}

export const ofAccount = statement<{ account: string }>((sql, param) =>
  sql('exports')
    .select('*')
    .where({ account_id: param('account') }),
)

export const insert = statement<{ id: string; account: string; parts: number; now: number; expires: number }>(
  (sql, param) =>
    sql('exports').insert({
      id: param('id'),
      account_id: param('account'),
      state: 'queued',
      parts: param('parts'),
      parts_done: 0,
      records: 0,
      requested_at: param('now'),
      expires_at: param('expires'),
    }),
)

export const setProgress = statement<{ id: string; parts: number; records: number }>((sql, param) =>
  sql('exports')
    .where({ id: param('id'), state: 'queued' })
    .update({ parts_done: param('parts'), records: param('records') }),
)

export const setReady = statement<{
  id: string
  blob: string
  bytes: number
  checksum: string
  now: number
  expires: number
}>((sql, param) =>
  sql('exports')
    .where({ id: param('id'), state: 'queued' })
    .update({
      state: 'ready',
      blob_id: param('blob'),
      bytes: param('bytes'),
      checksum: param('checksum'),
      finished_at: param('now'),
      expires_at: param('expires'),
    }),
)

export const setFailed = statement<{ id: string; now: number }>((sql, param) =>
  sql('exports')
    .where({ id: param('id'), state: 'queued' })
    .update({ state: 'failed', finished_at: param('now') }),
)

export const remove = statement<{ id: string; account: string }>((sql, param) =>
  sql('exports')
    .where({ id: param('id'), account_id: param('account') })
    .delete(),
)

export const expired = statement<{ now: number }>((sql, param) =>
  sql('exports').select('*').where('expires_at', '<=', param('now')).orderBy('expires_at').limit(deletedAtOnce),
)
