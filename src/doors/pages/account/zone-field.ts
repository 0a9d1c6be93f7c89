import { timeZones } from '#runtime/accounts/time-zones.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import type { Html } from '#runtime/base/html.ts'
import { type Choice, selectField } from '../kit/form-fields.ts'

/** The zones by continent, as selects show them. */
const zoneChoices: ReadonlyMap<string, readonly Choice[]> = Map.groupBy(
  timeZones().map((name) => ({ value: name, text: name.replaceAll('_', ' ') })),
  ({ value }) => (value.includes('/') ? (value.split('/')[0] as string) : 'Universal time'),
)

/** A choice of time zones. */
export function zoneField({ chosen, error }: { chosen: string; error: ApiError | undefined }): Html {
  return selectField({
    label: 'Time zone',
    name: 'time_zone',
    hint: 'Used for times on these pages.',
    error,
    groups: zoneChoices,
    chosen,
  })
}
