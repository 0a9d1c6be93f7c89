import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Request, type Response, Router } from 'express'
import type { Passkeys } from '#runtime/accounts/passkeys.ts'
import type { Decision } from '#runtime/approvals/approvals.ts'
import { cardTitle } from '#runtime/approvals/card.ts'
import type { Approval } from '#runtime/approvals/types.ts'
import { publicPath } from '#runtime/base/base-path.ts'
import { type ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import { faultOf, type PublicPages, type Site, type Visit } from '#runtime/kit/site.ts'
import type { AgentDeps } from '../index.ts'
import { approvalCards, approvalsPath as path } from './approval-cards.ts'

/** Pending approvals on the page, and decided ones below. */
const shown = 100
const shownEnded = 20

const notices: Readonly<Record<string, string>> = {
  allow: 'Allowed. The caller can continue now.',
  deny: 'Denied. Nothing was done.',
}

/** `/approvals`: the calls that need a person, and the latest decisions. */
export function approvalPages(site: Site, deps: AgentDeps): Omit<PublicPages, 'path'> {
  const pages = new ApprovalPages(site, deps)
  const routes = Router()
  routes.get(path, (req, res) => pages.show(res, { done: noticeOf(notices, req.query.done) }))
  routes.post(path, (req, res) => pages.decide(req, res))
  routes.post(`${path}/passkey/options`, (_req, res) => pages.offerPasskey(res))
  routes.post(`${path}/passkey`, (_req, res) => pages.decideByPasskey(res))
  const styles = readFileSync(join(import.meta.dirname, 'approvals.css'))
  routes.get(`${path}/page.css`, (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    res.type('css').send(styles)
  })
  return { title: 'Approvals', description: 'calls on your behalf that wait for your decision', routes }
}

interface Shown {
  readonly done?: string | undefined
  readonly error?: ApiError
}

class ApprovalPages {
  readonly #site: Site
  readonly #deps: AgentDeps
  readonly #passkeys: Passkeys

  constructor(site: Site, deps: AgentDeps) {
    this.#site = site
    this.#deps = deps
    this.#passkeys = deps.passkeys
  }

  async show(res: Response, { done, error }: Shown): Promise<void> {
    const visit = this.#site.visit(res)
    const { reader, csrfToken } = visit
    const { controls } = this.#site
    const page = { title: 'Approvals', styles: [`${path}/page.css`] }
    if (!reader) {
      const signIn = `/signin?${new URLSearchParams({ next: path })}`
      return visit.show({
        ...page,
        main: html`<p><a href="${signIn}">Sign in</a> to decide about calls on your behalf.</p>\n`,
      })
    }
    const { approvals } = this.#deps
    const [pending, all, timeZone, keys] = await Promise.all([
      approvals.list(reader.id, 'pending', { offset: 0, limit: shown }),
      approvals.list(reader.id, undefined, { offset: 0, limit: shown }),
      visit.timeZone(),
      this.#passkeys.list(reader.id),
    ])
    const hasPasskeys = keys.length > 0 && this.#passkeys.arePossible()
    const ended = all.approvals.filter(({ state }) => state !== 'pending').slice(0, shownEnded)
    const none = html`<p>Nothing is waiting for your decision.</p>\n`
    const main = html`${controls.notice(done)}${controls.problem(error)}${
      pending.total === 0 ? none : approvalCards(pending.approvals, { controls, csrfToken, timeZone, hasPasskeys })
    }<p>What you always allow is among your <a href="/settings/rules">rules</a>.</p>\n${
      ended.length > 0 && html`<h2>Earlier</h2>\n${this.#endedTable(ended, timeZone)}`
    }`
    const scripts = hasPasskeys ? ['/webauthn.js', '/passkeys.js'] : []
    visit.show({ ...page, scripts, main }, error?.status)
  }

  /** A form, here or on the page of the assistant. */
  async decide(_req: Request, res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const password = visit.form.text('password')
    const thread = visit.form.text('thread')
    let decision: Decision['decision'] = 'deny'
    const error = await faultOf(async () => {
      const chosen = chosenOf(visit, visit.form.text('id'), visit.form.text('decision'))
      decision = chosen.decision
      const { id, scope } = chosen
      await visit.call('agent.decide', { id, decision, scope, ...(password !== '' && { password }) })
    })
    if (error) return this.show(res, { error })
    const back = thread === '' ? `${path}?done=${decision}` : `/assistant?${new URLSearchParams({ thread })}`
    res.redirect(303, back)
  }

  async offerPasskey(res: Response): Promise<void> {
    const { accountId, csrfToken } = this.#site.visit(res)
    res.json(await this.#passkeys.offerSignIn(bindingOf(accountId, csrfToken)))
  }

  /** Allows once by a passkey of the account, for calls that need the password. */
  async decideByPasskey(res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const { accountId, csrfToken } = visit
    const { id, response } = (visit.json ?? {}) as { id?: unknown; response?: unknown }
    const signed = await this.#passkeys.signIn(bindingOf(accountId, csrfToken), response)
    if (signed !== accountId) throw invalidArgument('response', 'is not a passkey of this account')
    const chosen = chosenOf(visit, typeof id === 'string' ? id : '', 'once')
    await this.#deps.deciding.decide(chosen, 'passkey')
    res.json({ next: publicPath(`${path}?done=allow`) })
  }

  #endedTable(ended: readonly Approval[], timeZone: string): Html {
    const { controls } = this.#site
    return controls.recordTable(
      'Earlier approvals',
      ['Call', 'State', 'Asked'],
      ended.map((approval) => [
        html`${cardTitle(approval)} <code>${approval.operation}</code>`,
        html`${approval.state}`,
        controls.moment(approval.createdAtMs, timeZone),
      ]),
    )
  }
}

/** Passkey challenges are for this account in this browser session. */
function bindingOf(accountId: string, csrfToken: string): string {
  return `approvals ${accountId} ${csrfToken}`
}

/** @throws ApiError invalid_argument for a decision that no button has */
function chosenOf({ accountId }: Visit, id: string, chosen: string): Decision {
  if (chosen === 'deny') return { accountId, id, decision: 'deny', scope: 'once' }
  if (chosen === 'once' || chosen === 'run' || chosen === 'always')
    return { accountId, id, decision: 'allow', scope: chosen }
  throw invalidArgument('decision', 'must be once, run, always or deny')
}
