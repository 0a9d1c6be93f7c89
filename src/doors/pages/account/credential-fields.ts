import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { AttributeValues, Field } from '#runtime/kit/site.ts'
import { textField } from '../kit/form-fields.ts'

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
