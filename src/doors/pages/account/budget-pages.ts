import { type Response, Router } from 'express'
import { type ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { parseLimit } from '#runtime/budgets/budget-limits.ts'
import {
  type Budget,
  type BudgetPeriod,
  type BudgetState,
  budgetPeriods,
  type NamedSpender,
} from '#runtime/budgets/types.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FormValues, faultOf } from '#runtime/kit/site.ts'
import { formatCredits } from '#runtime/money/amounts.ts'
import { buttonForm, form, moment, notice, problem, selectField, textField } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, type Visitor, visitorOf } from './visitor.ts'

const place = '/settings/budgets'
const removePlace = `${place}/remove`
/** Tokens that can be chosen, the newest first. */
const maxTokens = 100

const notices: Readonly<Record<string, string>> = {
  set: 'The budget was set.',
  removed: 'The budget was removed.',
}
const periods: Readonly<Record<BudgetPeriod, string>> = { day: 'Each day', month: 'Each month' }
const groups = { account: 'Account', token: 'Tokens', agent: 'Agents', app: 'Apps' } as const

interface Parts {
  readonly sent?: FormValues | undefined
  readonly error?: ApiError | undefined
  readonly done?: string | undefined
}

/** `/settings/budgets`: what an account has used, and the limits that its owner has set. */
export function budgetPages(services: AccountServices): Router {
  const { budgets, record } = services
  const router = Router()
  router.get(place, (req, res) => showBudgets(services, res, { done: noticeOf(notices, req.query.done) }))
  router.post(place, async (_req, res) => {
    const sent = formOf(res)
    const error = await faultOf(async () => {
      const { id } = accountOf(res)
      const budget = await budgetOf(services, id, sent)
      await budgets.set(id, budget)
      await record(res, 'budget_set', { detail: `${keyOf(budget)} ${budget.period}` })
    })
    return error ? showBudgets(services, res, { sent, error }) : res.redirect(303, `${place}?done=set`)
  })
  router.post(removePlace, async (_req, res) => {
    const [subject = '', period] = formOf(res).text('budget').split(' ')
    const none = { maxTokens: undefined, maxMicroCredits: undefined, maxCalls: undefined }
    const removed = { ...none, ...subjectIn(subject), period: period === 'month' ? 'month' : 'day' } as const
    await budgets.set(accountOf(res).id, removed)
    await record(res, 'budget_set', { detail: `${subject} ${removed.period} removed` })
    return res.redirect(303, `${place}?done=removed`)
  })
  return router
}

async function showBudgets(services: AccountServices, res: Response, { sent, error, done }: Parts): Promise<void> {
  const { budgets, profiles } = services
  const { id } = accountOf(res)
  const { csrfToken } = visitorOf(res)
  const [{ timeZone }, books, spenders] = await Promise.all([
    profiles.get(id),
    budgets.booksOf(id),
    spendersOf(services, id),
  ])
  const used = budgetPeriods.map((period) => {
    const use = books.use({ kind: 'account', subject: '' }, period)
    const estimated = use.estimated_tokens > 0 && html` (${use.estimated_tokens} of them estimated)`
    return [
      html`${period === 'day' ? 'Today' : 'This month'}`,
      html`${use.tokens}${estimated}`,
      html`${formatCredits(use.free_micro_credits)}`,
    ]
  })
  const states = books.states()
  const names = await namesOf(services, id, states, spenders)
  const main = html`${notice(done)}${problem(error)}<p>The language model counts what it reads and writes in tokens. Days and months are those of your time zone, ${timeZone}.</p>
${recordTable('Tokens used', ['When', 'Tokens', 'Free credits used for them'], used)}<h2>Budgets</h2>
<p>A run of the agent that reaches a budget stops and says so. Other calls are rejected until the next day or month.</p>
${states.length > 0 ? budgetTable(states, { names, timeZone, csrfToken }) : html`<p>You have no budgets: nothing is limited.</p>\n`}<h2>Set a budget</h2>
${budgetForm(visitorOf(res), spenders, { sent, error })}`
  show(res, { title: 'Budgets', place, main }, error)
}

/** Everything that can have budgets, the account first. */
async function spendersOf(services: AccountServices, id: string): Promise<NamedSpender[]> {
  return [{ kind: 'account', subject: '', name: 'Your account' }, ...(await namedCallersOf(services, id))]
}

/** The tokens, agents and apps of an account, by name. */
export async function namedCallersOf({ tokens, spenders }: AccountServices, id: string): Promise<NamedSpender[]> {
  const [working, others] = await Promise.all([
    tokens.page(id, 'working', { offset: 0, limit: maxTokens }),
    spenders(id),
  ])
  const ofTokens = working.tokens.map((token) => ({ kind: 'token', subject: token.id, name: token.name }) as const)
  return [...ofTokens, ...others]
}

/** The names of what has budgets, by key: also of tokens that can no longer be chosen. */
async function namesOf(
  { tokens }: AccountServices,
  id: string,
  states: readonly BudgetState[],
  spenders: readonly NamedSpender[],
): Promise<ReadonlyMap<string, string>> {
  const ids = states.filter(({ kind }) => kind === 'token').map(({ subject }) => subject)
  const ofTokens = [...(await tokens.namesOf(id, ids))].map(([token, name]) => [`token:${token}`, name] as const)
  return new Map([...spenders.map((each) => [keyOf(each), each.name] as const), ...ofTokens])
}

function keyOf({ kind, subject }: Pick<Budget, 'kind' | 'subject'>): string {
  return `${kind}:${subject}`
}

function subjectIn(key: string): Pick<Budget, 'kind' | 'subject'> {
  const [kind = '', subject = ''] = key.split(':')
  return { kind: kind === 'token' || kind === 'agent' || kind === 'app' ? kind : 'account', subject }
}

/** @throws ApiError invalid_argument */
async function budgetOf(services: AccountServices, id: string, sent: FormValues): Promise<Budget> {
  const known = (await spendersOf(services, id)).find((each) => keyOf(each) === sent.text('for'))
  if (!known) throw invalidArgument('for', 'must be one of those in the list')
  const limits = {
    maxTokens: parseLimit('tokens', sent.text('tokens')),
    maxMicroCredits: parseLimit('credits', services.usesCredits ? sent.text('credits') : ''),
    maxCalls: parseLimit('calls', sent.text('calls')),
  }
  if (Object.values(limits).every((limit) => limit === undefined))
    throw invalidArgument('tokens', 'must be given unless another limit is')
  const { kind, subject } = known
  return { kind, subject, period: sent.text('period') === 'month' ? 'month' : 'day', ...limits }
}

function budgetTable(
  states: readonly BudgetState[],
  about: { names: ReadonlyMap<string, string>; timeZone: string; csrfToken: string },
): Html {
  const rows = states.map((state) => {
    const name = about.names.get(keyOf(state)) ?? state.subject
    return [
      html`${name}`,
      html`${periods[state.period]}`,
      limitText(state.maxTokens, state.used.tokens, String),
      limitText(state.maxMicroCredits, state.used.microCredits, formatCredits),
      limitText(state.maxCalls, state.used.calls, String),
      moment(state.endsMs, about.timeZone),
      buttonForm(removePlace, about.csrfToken, ['budget', `${keyOf(state)} ${state.period}`], 'Remove'),
    ]
  })
  return recordTable('Budgets', ['For', 'When', 'Tokens', 'Credits', 'Calls', 'Begins again', ''], rows)
}

function limitText(limit: number | undefined, used: number, write: (amount: number) => string): Html {
  return limit === undefined ? html`no limit` : html`${write(used)} of ${write(limit)}`
}

function budgetForm(
  { csrfToken, usesCredits }: Visitor,
  spenders: readonly NamedSpender[],
  { sent, error }: Parts,
): Html {
  const options = new Map(
    Object.entries(groups).flatMap(([kind, name]) => {
      const choices = spenders
        .filter((each) => each.kind === kind)
        .map((each) => ({ value: keyOf(each), text: each.name }))
      return choices.length > 0 ? [[name, choices] as const] : []
    }),
  )
  const when = new Map([['', budgetPeriods.map((value) => ({ value, text: periods[value] }))]])
  const limit = (name: string, label: string, hint?: string) =>
    textField({
      label,
      name,
      ...(hint && { hint }),
      error,
      input: { inputmode: 'decimal', value: sent?.text(name) ?? '' },
    })
  return form(
    place,
    csrfToken,
    html`${selectField({ label: 'For', name: 'for', error, groups: options, chosen: sent?.text('for') ?? 'account:' })}${selectField(
      { label: 'When', name: 'period', error, groups: when, chosen: sent?.text('period') ?? 'day' },
    )}${limit('tokens', 'Tokens', 'Leave a field empty for no limit. An existing budget is replaced.')}${usesCredits && limit('credits', 'Credits')}${limit('calls', 'Calls')}<button>Set the budget</button>
`,
  )
}
