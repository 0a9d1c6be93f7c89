import { operationsById } from '#runtime/approvals/operation-facts.ts'
import { effectMeanings } from '#runtime/base/effects.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { NamedSpender } from '#runtime/budgets/types.ts'
import type { FormValues } from '#runtime/kit/site.ts'
import { type DocumentRule, parseRule } from '#runtime/policy/rules-document.ts'
import { subjectKinds } from '#runtime/policy/rules-words.ts'
import { type Choice, form, selectField, textField } from '../kit/form-fields.ts'

const decisions = { deny: 'Deny', ask: 'Ask me', allow: 'Allow' }
const recipients = { '': 'Anyone', known: 'Contacts only', unknown: 'Anyone but contacts' }
const callerGroups = { token: 'Tokens', agent: 'Agents', app: 'Apps' } as const

const methodsByService: ReadonlyMap<string, readonly Choice[]> = new Map([
  ['All', [{ value: '', text: 'Every method' }]],
  ...Map.groupBy(
    [...operationsById.values()].filter(({ formOf }) => !formOf).map(({ id }) => ({ value: id, text: id })),
    ({ value }) => value.split('.')[0] as string,
  ),
])

/**
 * The rule that the form adds. An empty field is no condition.
 *
 * @throws ApiError invalid_argument with the field
 */
export function ruleIn(sent: FormValues): DocumentRule {
  const given = (name: string) => sent.text(name).trim() || undefined
  const [kind, id] = (given('for') ?? '').split(/:(.*)/s)
  const [from, to, credits] = [given('hours_from'), given('hours_to'), given('above_credits')]
  return parseRule({
    decision: given('decision'),
    ...(kind && { for: { kind, ...(id && { id }) } }),
    operation: given('operation'),
    effect: given('effect'),
    object: given('object'),
    recipients: given('recipients'),
    above_credits: credits === undefined ? undefined : Number(credits),
    hours: from === undefined && to === undefined ? undefined : { from: from ?? '', to: to ?? '' },
  })
}

/** A form for one more rule, without scripts. @param callers the tokens, agents and apps that a rule can be for */
export function ruleForm(
  action: string,
  csrfToken: string,
  callers: readonly NamedSpender[],
  { sent, error }: { readonly sent?: FormValues | undefined; readonly error?: ApiError | undefined },
): Html {
  const value = (name: string) => sent?.text(name) ?? ''
  const select = (label: string, name: string, groups: ReadonlyMap<string, readonly Choice[]>, hint?: string) =>
    selectField({ label, name, error, groups, chosen: value(name), ...(hint && { hint }) })
  const field = (label: string, name: string, input: Readonly<Record<string, string>>, hint?: string) =>
    textField({ label, name, error, input: { ...input, value: value(name) }, ...(hint && { hint }) })
  return form(
    action,
    csrfToken,
    html`${select('Decision', 'decision', one(decisions))}${select('For', 'for', callersIn(callers))}${select('Method', 'operation', methodsByService, 'A rule that allows calls must name a method.')}${select('What it does', 'effect', one({ '': 'Anything', ...named(Object.keys(effectMeanings)) }))}${field(
      'Object',
      'object',
      { autocomplete: 'off' },
      'An id, recipient or address of the call. Leave a field empty if it does not matter.',
    )}${select('Recipients', 'recipients', one(recipients))}${field('Costs more credits than', 'above_credits', { inputmode: 'decimal' })}${field(
      'From',
      'hours_from',
      { type: 'time' },
    )}${field('To', 'hours_to', { type: 'time' }, 'Past midnight if it is not later than the start. On every day.')}<button>Add the rule</button>
`,
  )
}

const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

function one(texts: Readonly<Record<string, string>>): ReadonlyMap<string, readonly Choice[]> {
  return new Map([['', Object.entries(texts).map(([value, text]) => ({ value, text }))]])
}

function callersIn(callers: readonly NamedSpender[]): ReadonlyMap<string, readonly Choice[]> {
  const kinds = Object.entries(subjectKinds).map(([value, text]) => ({ value, text }))
  const groups = Object.entries(callerGroups).flatMap(([kind, name]) => {
    const ofKind = callers.filter((each) => each.kind === kind)
    return ofKind.length > 0
      ? [[name, ofKind.map((each) => ({ value: `${kind}:${each.subject}`, text: each.name }))] as const]
      : []
  })
  return new Map<string, readonly Choice[]>([
    ['In general', [{ value: '', text: 'everyone but you' }, ...kinds]],
    ...groups,
  ])
}
