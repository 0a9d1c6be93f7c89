import type { Result } from '#generated/server/handlers.ts'
import { type ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { Controls, FormValues } from '#runtime/kit/site.ts'
import type { Repeat } from '../rows.ts'
import { localIso, wallClock } from '../time/zones.ts'

/** The fields of an event's form, as sent by the browser. */
export interface EventFields {
  readonly title: string
  /** The value of a `datetime-local` field. */
  readonly when: string
  readonly minutes: string
  readonly repeat: string
  readonly rrule: string
  readonly note: string
}

export const emptyFields: EventFields = { title: '', when: '', minutes: '30', repeat: '', rrule: '', note: '' }

/** The repetitions by their form values; `yearly` and `rule` are kept as rules. */
const repeatNames: Readonly<Record<'' | Repeat | 'yearly' | 'rule', string>> = {
  '': 'Does not repeat',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  yearly: 'Every year',
  rule: 'By the rule below',
}

const yearlyRule = 'FREQ=YEARLY'

/** The recurrence of an event in words, or its rule. */
export function recurrenceName({ repeat, rrule, rdates }: Result<'events.read'>): string {
  if (rrule === yearlyRule) return repeatNames.yearly
  return rrule ?? (repeat ? repeatNames[repeat] : rdates ? 'On several days' : 'Once')
}

/** An event as the fields of its form. */
export function fieldsOf(event: Result<'events.read'>, timeZone: string): EventFields {
  return {
    title: event.title,
    when: localIso(Date.parse(event.when), timeZone).slice(0, 16),
    minutes: String(event.minutes),
    repeat: event.repeat ?? (event.rrule === undefined ? '' : event.rrule === yearlyRule ? 'yearly' : 'rule'),
    rrule: event.rrule === yearlyRule ? '' : (event.rrule ?? ''),
    note: event.note ?? '',
  }
}

export function sentFields(form: FormValues): EventFields {
  return {
    title: form.text('title'),
    when: form.text('when'),
    minutes: form.text('minutes').trim(),
    repeat: form.text('repeat'),
    rrule: form.text('rrule').trim(),
    note: form.text('note').replaceAll('\r\n', '\n'),
  }
}

/**
 * Converts the fields to arguments.
 *
 * @throws ApiError invalid_argument for an invalid time or length, or a missing rule
 */
export function argumentsOf(fields: EventFields, timeZone: string) {
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(fields.when)?.[0]
  const wall = local === undefined ? Number.NaN : Date.parse(`${local}Z`)
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 16) !== local) {
    throw invalidArgument('when', 'must be a day and a time')
  }
  if (!/^\d{1,5}$/.test(fields.minutes)) throw invalidArgument('minutes', 'must be a whole number')
  if (fields.repeat === 'rule' && fields.rrule === '') throw invalidArgument('rrule', 'must not be empty')
  const rrule = fields.repeat === 'rule' ? fields.rrule : fields.repeat === 'yearly' ? yearlyRule : ''
  return {
    title: fields.title,
    when: new Date(wallClock(timeZone).momentOf(wall)).toISOString(),
    minutes: Number(fields.minutes),
    repeat: rrule ? '' : (fields.repeat as '' | Repeat),
    rrule,
    note: fields.note,
  }
}

/** The controls of an event's form. */
export function eventFields(
  { textField, choice }: Controls,
  fields: EventFields,
  timeZone: string,
  error: ApiError | undefined,
): Html {
  return html`${textField({
    label: 'Title',
    name: 'title',
    error,
    input: { value: fields.title, required: true, maxlength: 200, autocomplete: 'off' },
  })}${textField({
    label: 'When',
    name: 'when',
    hint: `Day and time in your time zone, ${timeZone}.`,
    error,
    input: { type: 'datetime-local', value: fields.when, required: true },
  })}${textField({
    label: 'Minutes',
    name: 'minutes',
    hint: 'How long the event lasts, at most a week.',
    error,
    input: { type: 'number', value: fields.minutes, required: true, min: 1, max: 10_080 },
  })}<fieldset><legend>Repeats</legend>
${Object.entries(repeatNames).map(([value, label]) =>
  choice('radio', { name: 'repeat', value, label, checked: fields.repeat === value }),
)}</fieldset>
${textField({
  label: 'Rule',
  name: 'rrule',
  hint: 'As in iCalendar, such as FREQ=WEEKLY;BYDAY=MO,WE or FREQ=DAILY;COUNT=10.',
  error,
  input: { value: fields.rrule, maxlength: 500, autocomplete: 'off', spellcheck: 'false' },
})}<p class="field"><label for="note">Note</label>
<textarea${attributes({ id: 'note', name: 'note', rows: 3, maxlength: 16_000 })}>${fields.note}</textarea></p>
`
}
