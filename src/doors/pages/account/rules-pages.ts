import { type Response, Router } from 'express'
import type { ApprovalRule } from '#runtime/approvals/approvals.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { NamedSpender } from '#runtime/budgets/types.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { type FormValues, faultOf } from '#runtime/kit/site.ts'
import { createRules } from '#runtime/policy/rules.ts'
import {
  type DocumentRule,
  type Preset,
  parseRules,
  presetTexts,
  type RuleSubject,
  type RulesDocument,
  rulesSchema,
} from '#runtime/policy/rules-document.ts'
import { type RuleTestResult, runRuleTests } from '#runtime/policy/rules-tests.ts'
import { ruleWords, subjectWords } from '#runtime/policy/rules-words.ts'
import { buttonForm, choice, form, moment, notice, problem, textArea } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import { namedCallersOf } from './budget-pages.ts'
import { ruleForm, ruleIn } from './rule-form.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/rules'
const presetPlace = `${place}/preset`
const addPlace = `${place}/add`
const removePlace = `${place}/remove`
const revokePlace = `${place}/revoke`
const schemaPlace = `${place}/schema.json`

const notices: Readonly<Record<string, string>> = {
  saved: 'The rules were saved. They apply from the next call on.',
  removed: 'The rule was removed. This applies from the next call on.',
  revoked: 'The rule was revoked. Such calls need your approval again.',
}

interface Parts {
  /** The rule that was sent and not added. */
  readonly rule?: FormValues | undefined
  /** The document that was sent and not saved. */
  readonly sent?: { readonly text: string; readonly document?: RulesDocument | undefined } | undefined
  readonly error?: ApiError | undefined
  readonly done?: string | undefined
}

/** `/settings/rules`: what others may do for an account. Only a person who has signed in gets here and changes rules. */
export function rulesPages(services: AccountServices): Router {
  const { approvals } = services
  const change = (res: Response, next: (present: RulesDocument) => RulesDocument) => changeRules(services, res, next)
  const router = Router()
  router.get(place, (req, res) => showRules(services, res, { done: noticeOf(notices, req.query.done) }))
  router.get(schemaPlace, (_req, res) => res.type('application/schema+json').send(JSON.stringify(rulesSchema())))
  router.post(place, async (_req, res) => {
    const text = formOf(res).text('document')
    const isTrial = formOf(res).text('action') === 'try'
    let document: RulesDocument | undefined
    const error = await faultOf(async () => {
      const parsed = parseRules(text)
      document = parsed
      if (!isTrial) await change(res, () => parsed)
    })
    if (error || isTrial) return showRules(services, res, { sent: { text, document }, error })
    return res.redirect(303, `${place}?done=saved`)
  })
  router.post(presetPlace, async (_req, res) => {
    const error = await faultOf(async () => {
      const preset = formOf(res).text('preset')
      await change(res, (document) => parseRules(JSON.stringify({ ...document, preset })))
    })
    return error ? showRules(services, res, { error }) : res.redirect(303, `${place}?done=saved`)
  })
  router.post(addPlace, async (_req, res) => {
    const sent = formOf(res)
    const error = await faultOf(async () => {
      const rule = ruleIn(sent)
      await change(res, (document) => parseRules(JSON.stringify({ ...document, rules: [...document.rules, rule] })))
    })
    return error ? showRules(services, res, { rule: sent, error }) : res.redirect(303, `${place}?done=saved`)
  })
  router.post(removePlace, async (_req, res) => {
    // The rule itself and not its number, which another window may have changed.
    const isMeant = (rule: DocumentRule) => JSON.stringify(rule) === formOf(res).text('rule')
    const error = await faultOf(() =>
      change(res, (document) => {
        const at = document.rules.findIndex(isMeant)
        if (at < 0) throw new ApiError('not_found', 'This rule has already been removed or changed.')
        return { ...document, rules: document.rules.toSpliced(at, 1) }
      }),
    )
    return error ? showRules(services, res, { error }) : res.redirect(303, `${place}?done=removed`)
  })
  router.post(revokePlace, async (_req, res) => {
    const error = await faultOf(() => approvals.revokeRule(accountOf(res).id, formOf(res).text('rule')))
    return error ? showRules(services, res, { error }) : res.redirect(303, `${place}?done=revoked`)
  })
  return router
}

/** In one transaction, so that what another window or a program changes at the same time is not lost. */
async function changeRules(
  { clock, record, store }: AccountServices,
  res: Response,
  next: (present: RulesDocument) => RulesDocument,
): Promise<void> {
  const { id } = accountOf(res)
  const document = await store.write(async (tx) => {
    const stored = createRules({ store: tx, clock })
    const changed = next(await stored.get(id))
    await stored.set(id, changed)
    return changed
  })
  await record(res, 'rules_set', { detail: `${document.preset}, ${document.rules.length} rules` })
}

async function showRules(services: AccountServices, res: Response, { sent, rule, error, done }: Parts): Promise<void> {
  const { approvals, clock, contactsAmong, profiles, rules } = services
  const { id } = accountOf(res)
  const { csrfToken } = visitorOf(res)
  const [{ timeZone }, saved, always, callers] = await Promise.all([
    profiles.get(id),
    rules.get(id),
    approvals.rules(id),
    namedCallersOf(services, id),
  ])
  const results = await runRuleTests(sent?.document ?? saved, { id, timeZone, nowMs: clock.now() }, contactsAmong)
  const text = sent?.text ?? JSON.stringify(saved, undefined, 2)
  const main = html`${notice(done)}${problem(error)}<p>Rules limit what agents, apps and programs do for you. They never limit you. Of all rules that match a call, the strictest counts: deny, then ask, then allow.</p>
${presetForm(saved.preset, csrfToken)}${ruleTable(saved, always, { callers, csrfToken, timeZone })}<h2>Add a rule</h2>
<p>Hours are those of your time zone, ${timeZone}.</p>
${ruleForm(addPlace, csrfToken, callers, rule ? { sent: rule, error } : {})}<h2>All rules and tests</h2>
<p>They are one document in JSON, with a <a href="${schemaPlace}">schema</a>. It also has the days of rules, and tests.</p>
${documentForm(text, csrfToken, error)}${results.length > 0 && testTable(results, sent !== undefined)}`
  show(res, { title: 'Rules', place, main }, error)
}

function presetForm(chosen: Preset, csrfToken: string): Html {
  const choices = Object.entries(presetTexts).map(([value, { name, text }]) =>
    choice('radio', { name: 'preset', value, label: html`<b>${name}.</b> ${text}`, checked: value === chosen }),
  )
  return form(
    presetPlace,
    csrfToken,
    html`<fieldset><legend>In general</legend>
${choices}</fieldset>
<button>Save</button>
`,
  )
}

/** The account's own rules, and what was always allowed on the card of an approval. */
function ruleTable(
  { rules }: RulesDocument,
  always: readonly ApprovalRule[],
  { callers, csrfToken, timeZone }: { callers: readonly NamedSpender[]; csrfToken: string; timeZone: string },
): Html {
  const nameOf = (subject: RuleSubject) =>
    callers.find((each) => each.kind === subject.kind && each.subject === subject.id)?.name ?? subjectWords(subject)
  const written = rules.map((rule) => [
    html`${ruleWords(rule)}`,
    html`${rule.for ? nameOf(rule.for) : 'everyone but you'}`,
    html`you`,
    buttonForm(removePlace, csrfToken, ['rule', JSON.stringify(rule)], 'Remove', {
      class: 'second',
      'aria-label': `Remove: ${ruleWords(rule)}`,
    }),
  ])
  const decided = always.map(({ id, operation, object, actor, run, createdAtMs }) => [
    html`Always allow ${operation} with <code>${object}</code>`,
    html`${actor.name ?? actor.kind}${run !== undefined && ', for one run'}`,
    html`an approval, ${moment(createdAtMs, timeZone)}`,
    buttonForm(revokePlace, csrfToken, ['rule', id], 'Revoke'),
  ])
  const all = [...written, ...decided]
  if (all.length === 0) return html`<p>You have no rules of your own.</p>\n`
  return html`<h2>Rules</h2>\n${recordTable('Rules', ['Rule', 'For', 'From', 'Action'], all)}`
}

function documentForm(text: string, csrfToken: string, error: ApiError | undefined): Html {
  return form(
    place,
    csrfToken,
    html`${textArea({
      label: 'Rules as JSON',
      name: 'document',
      hint: 'At most 200 rules and 200 tests. An administrator can set a document that is too large for this form.',
      error,
      value: text,
      input: { rows: 16, spellcheck: 'false' },
    })}<button name="action" value="save">Save the rules</button> <button class="second" name="action" value="try">Only run the tests</button>
`,
  )
}

function testTable(results: readonly RuleTestResult[], isTrial: boolean): Html {
  const failed = results.filter(({ expect, decision }) => expect !== decision).length
  const rows = results.map(({ for: who, operation, arguments: args, tainted, expect, decision, reason }) => [
    html`${operation} <code>${JSON.stringify(args)}</code>`,
    html`${subjectWords(who)}${tainted && ', has read text written by others'}`,
    html`${expect}`,
    html`${expect === decision ? decision : html`<b>${decision}</b>`}${reason && html`. ${reason}`}`,
    html`${expect === decision ? 'passed' : 'failed'}`,
  ])
  return html`<h2>Tests</h2>
<p>${failed === 0 ? `All ${results.length} tests pass.` : `${failed} of ${results.length} tests fail.`}${isTrial && ' The rules were not saved.'}</p>
${recordTable('Tests', ['Call', 'By', 'Expected', 'Decided', 'Result'], rows)}`
}
