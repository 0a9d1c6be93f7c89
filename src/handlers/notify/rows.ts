import { ownedRows } from '#runtime/store/owned-rows.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Writer } from '#runtime/store/types.ts'

/** A device as its owner sees it. */
export interface DeviceRow {
  id: string
  label: string
  created_at: number | string
  last_notified_at: number | string | null
  /** Browsers recognise themselves by it. It does not reveal their address. */
  endpoint_sha256: string
}

/** A device with its address at its push service. */
export interface ReachableDevice {
  id: string
  owner: string
  endpoint: string
  p256dh: string
  auth: string
}

type NewDevice = ReachableDevice & Pick<DeviceRow, 'label' | 'endpoint_sha256'> & { now: number }

const columns = ['id', 'label', 'created_at', 'last_notified_at', 'endpoint_sha256']
const reachableColumns = ['id', 'owner', 'endpoint', 'p256dh', 'auth']

const owned = ownedRows<DeviceRow>('notify_devices', columns)

export const { find, delete: remove } = owned

export const insert = owned.insert<NewDevice>(['label', 'endpoint', 'endpoint_sha256', 'p256dh', 'auth'])

export const rename = owned.update<{ id: string; owner: string; label: string; now: number }>((_, param) => ({
  label: param('label'),
  updated_at: param('now'),
}))

/** Newest first. */
export const devicesOf = statement<{ owner: string }>((sql, param) =>
  sql('notify_devices').select(columns).where(param.columns('owner')).orderByRaw('created_at desc, id desc'),
)

export const removeAll = statement<Record<never, never>>((sql) => sql('notify_devices').delete())

export const countOf = statement<{ owner: string }>((sql, param) =>
  sql('notify_devices').where(param.columns('owner')).count({ total: '*' }),
)

export const reachableOf = statement<{ owner: string }>((sql, param) =>
  sql('notify_devices').select(reachableColumns).where(param.columns('owner')).orderBy('id'),
)

export const reachable = statement<{ id: string }>((sql, param) =>
  sql('notify_devices').select(reachableColumns).where(param.columns('id')),
)

/** Changes the keys of an account's device with the same endpoint. */
export const renew = statement<Omit<NewDevice, 'id' | 'label'>>((sql, param) =>
  sql('notify_devices')
    .where(param.columns('owner', 'endpoint_sha256'))
    .update({
      ...param.columns('endpoint', 'p256dh', 'auth'),
      updated_at: param('now'),
    }),
)

export const removeByEndpoint = statement<{ endpoint_sha256: string }>((sql, param) =>
  sql('notify_devices').where(param.columns('endpoint_sha256')).delete(),
)

/** Removes devices whose subscription has ended, and records when others were notified. */
export async function recordOutcomes(
  tx: Writer,
  { gone, accepted, now }: { gone: readonly string[]; accepted: readonly string[]; now: number },
): Promise<void> {
  if (gone.length > 0) await tx.run(tx.sql('notify_devices').whereIn('id', gone).delete())
  if (accepted.length > 0)
    await tx.run(tx.sql('notify_devices').whereIn('id', accepted).update({ last_notified_at: now }))
}
