import type { Clock } from '../base/clock.ts'
import { ApiError, type ArgumentFault } from '../base/errors.ts'
import { statement } from '../store/statement.ts'
import type { Reader, Store } from '../store/types.ts'
import { labelFault, tidy } from './labels.ts'
import { timeZoneNamed } from './time-zones.ts'

/** The profile of an account. */
export interface Profile {
  /** The name that others see besides the username; undefined if only the username. */
  readonly displayName: string | undefined
  /** IANA name of the owner's time zone; UTC until it is set. */
  readonly timeZone: string
}

/** Of accounts that have chosen none. */
export const DEFAULT_ZONE = 'UTC'
const maxNameLength = 60

const zoneOfAccount = statement<{ id: string }>((sql, param) =>
  sql('accounts')
    .select('time_zone')
    .where({ id: param('id') }),
)

/** The time zone that an account has set, by its IANA name; undefined if it has not set one. */
export async function timeZoneOf(reader: Pick<Reader, 'get'>, accountId: string): Promise<string | undefined> {
  const row = await reader.get<{ time_zone: string | null }>(zoneOfAccount({ id: accountId }))
  return row?.time_zone ?? undefined
}

/** The profiles in this store. */
export function createProfiles({ store, clock }: { store: Store; clock: Clock }) {
  return {
    async get(accountId: string): Promise<Profile> {
      const row = await store.get<{ display_name: string | null; time_zone: string | null }>(
        store.sql('accounts').select('display_name', 'time_zone').where({ id: accountId }),
      )
      return { displayName: row?.display_name ?? undefined, timeZone: row?.time_zone ?? DEFAULT_ZONE }
    },
    /**
     * @param profile an empty display name removes it
     * @throws ApiError invalid_argument with every fault
     */
    async set(accountId: string, profile: { displayName: string; timeZone: string }): Promise<void> {
      const { displayName, timeZone } = checked(profile)
      const change = { display_name: displayName || null, time_zone: timeZone, updated_at: clock.now() }
      await store.run(store.sql('accounts').where({ id: accountId }).update(change))
    },
  }
}

export type Profiles = ReturnType<typeof createProfiles>

/** @throws ApiError invalid_argument with every fault */
function checked({ displayName, timeZone }: { displayName: string; timeZone: string }) {
  const details: ArgumentFault[] = []
  const name = tidy(displayName)
  const nameFault = labelFault(name, { min: 0, max: maxNameLength })
  if (nameFault) details.push({ path: 'display_name', message: nameFault })
  const zone = timeZoneNamed(timeZone)
  if (zone === undefined) {
    details.push({ path: 'time_zone', message: 'must be an IANA time zone such as Europe/Berlin' })
  }
  if (zone !== undefined && details.length === 0) return { displayName: name, timeZone: zone }
  const sentence = details.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new ApiError('invalid_argument', `The profile cannot be saved: ${sentence}.`, { details })
}
