import { timeZones } from '#runtime/accounts/time-zones.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { commandLine } from '#runtime/base/version.ts'
import type { AttributeValues, Field } from '#runtime/kit/site.ts'
import { type Choice, selectField, textField } from '../kit/form-fields.ts'
import { codeBlock } from '../kit/layout.ts'

/** The fields for a new password. */
export function newPasswordFields(error: ApiError | undefined, label = 'Password'): Html {
  return html`${textField({
    label,
    name: 'new_password',
    path: 'password',
    hint: 'At least 10 characters. A few words are easier to remember than symbols.',
    error,
    input: { type: 'password', autocomplete: 'new-password', required: true, minlength: 10 },
  })}${textField({
    label: 'Repeat the password',
    name: 'repeated',
    error,
    input: { type: 'password', autocomplete: 'new-password', required: true },
  })}`
}

/** The field for a username. */
export function usernameField(input: AttributeValues, others: Partial<Field> = {}): Html {
  const plain = { autocapitalize: 'none', spellcheck: 'false', autocomplete: 'username', required: true }
  return textField({ label: 'Username', name: 'username', ...others, input: { ...plain, ...input } })
}

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

/** Instructions for an instance without accounts, for people without a working set-up link. */
export const notSetUp = html`<p>This server has no account yet. Its operator must open the set-up link that the server printed when it last started, or create the
first account in the folder of the server:</p>
${codeBlock(`${commandLine} account create NAME`, 'A command that creates the first account')}`
