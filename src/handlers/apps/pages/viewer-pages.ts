import type { Request, Response } from 'express'
import { operations } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { Site, Visit } from '#runtime/kit/site.ts'
import { creditsText } from '#runtime/money/amounts.ts'
import { needsPermission } from '../check/callable.ts'
import { changeNotes } from '../frame/host-page.ts'
import { costsCredits, liveOpening, payForOpening } from '../hosting/paid-openings.ts'
import type { Viewer } from '../hosting/passes.ts'
import type { AppsDeps } from '../index.ts'
import * as rows from '../rows/apps.ts'
import { countGrants, deleteGrant, grantFor, insertGrant } from '../rows/grants.ts'
import { place } from './app-forms.ts'

/** Apps that one viewer grants access. */
const maxGrants = 500

const byId = new Map<string, (typeof operations)[number]>(operations.map((each) => [each.id, each]))

/** The pages on which viewers choose what an app may call, and pay for opening one. */
export class ViewerPages {
  readonly #site: Site
  readonly #deps: AppsDeps

  constructor(site: Site, deps: AppsDeps) {
    this.#site = site
    this.#deps = deps
  }

  /** Offers the operations that the source calls, the one that the app asks for, and those that are allowed already. */
  async ask(req: Request, res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const app = await this.#appFor(res, id)
    const grant = await grantFor(this.#deps.store, { owner: visit.accountId, app: id, version: app.version })
    const granted = grant?.operations ?? new Set<string>()
    const asked = typeof req.query.ask === 'string' ? [req.query.ask] : []
    const ids = [...new Set([...granted, ...asked, ...(JSON.parse(app.calls) as string[])])]
      .filter(needsPermission)
      .sort()
    const boxes = ids.map((each) =>
      this.#site.controls.choice('checkbox', {
        name: 'operation',
        value: each,
        label: html`${labelOf(each, this.#deps.transfers.isOn)}${grant?.added.includes(each) && ' - new since you allowed this app'}`,
        checked: granted.has(each),
      }),
    )
    const form =
      boxes.length === 0
        ? html`<p>No calls that need your permission were found in the app.</p>\n`
        : this.#site.controls.form(
            `${place}/${id}/allow`,
            visit.csrfToken,
            html`<input type="hidden" name="version" value="${app.version}">
<fieldset>
<legend>What "<bdi>${app.name}</bdi>" may do on your behalf</legend>
${boxes}</fieldset>
<button>Save selection</button>
`,
          )
    const main = html`<p>The app <b><bdi>${app.name}</bdi></b> is by ${app.author}. It may do only what you select here, and only while you have it open.
Some browsers cannot stop an app from sending what it reads anywhere, even in the address of a page that it tries to open, so allow only what you would trust ${app.author} with.</p>
<p>Only calls that were found in the source of the app are listed. It may call more, and needs your permission for those as well.</p>
${grant && grant.since !== 'none' && html`<p>${changeNotes[grant.since]}</p>\n`}${form}<p><a href="/apps/${app.slug}">Back to the app</a></p>
`
    visit.show({ title: 'Allow an app', place, main })
  }

  async allow(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const app = await this.#appFor(res, id)
    const chosen = [...new Set(visit.form.all('operation'))].filter(needsPermission).sort()
    await this.#replaceGrant(visit.accountId, app, { operations: chosen, version: Number(visit.form.text('version')) })
    if (chosen.length === 0) return res.redirect(303, `${place}?done=withdrawn`)
    return res.redirect(303, `/apps/${app.slug}`)
  }

  /**
   * @param chosen with the version that the viewer saw, for which the grant is
   * @throws ApiError failed_precondition for too many apps, and for a version that is no longer stored
   */
  async #replaceGrant(
    owner: string,
    { id: app, owner: author }: rows.WholeAppRow,
    { operations, version }: { operations: readonly string[]; version: number },
  ): Promise<void> {
    const { store, clock } = this.#deps
    await store.write(async (tx) => {
      await deleteGrant(tx, { owner, app })
      if (operations.length === 0) return
      if ((await countGrants(tx, owner)) >= maxGrants) {
        throw new ApiError(
          'failed_precondition',
          `${maxGrants} apps already have access, which is the maximum. Revoke the access of one app first.`,
        )
      }
      const seen = Number.isInteger(version)
        ? await tx.get<rows.VersionRow>(rows.version({ app, owner: author, number: version }))
        : undefined
      if (!seen) throw new ApiError('failed_precondition', 'This form is out of date. Open it again.')
      await insertGrant(tx, { owner, app, version, calls: seen.calls, operations, now: clock.now() })
    })
  }

  /** Shows the price of an opening, before it is paid. */
  async offer(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const app = await this.#appFor(res, id)
    if (app.owner === visit.accountId || !costsCredits(this.#deps, app)) return res.redirect(303, `/apps/${app.slug}`)
    const paid = await liveOpening(this.#deps, this.#deps.store, { app: id, viewer: visit.accountId })
    if (paid !== undefined) return res.redirect(303, `/apps/${app.slug}?use=${paid}`)
    const price = rows.priceOf(app)
    const offer = await this.#deps.passes.offerFor(app, viewerIn(visit))
    const main = html`<p>Opening <b><bdi>${app.name}</bdi></b> costs <b>${creditsText(price)}</b>, paid to ${app.author}. You can then use it for an hour.</p>
${this.#site.controls.form(
  `${place}/${id}/open`,
  visit.csrfToken,
  html`<input type="hidden" name="price" value="${price}">
<input type="hidden" name="offer" value="${offer}">
<button>Pay ${creditsText(price)} and open it</button>
`,
)}<p><a href="/apps">Other apps</a></p>
`
    visit.show({ title: 'Open an app', place, main })
  }

  async pay(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const app = await this.#appFor(res, id)
    if (app.owner === visit.accountId || !costsCredits(this.#deps, app)) return res.redirect(303, `/apps/${app.slug}`)
    const offered = await this.#deps.passes.appOfOffer(visit.form.text('offer'), viewerIn(visit))
    if (offered?.id !== id) throw new ApiError('failed_precondition', 'This form is out of date. Open it again.')
    const use = await payForOpening(this.#deps, {
      app: id,
      viewer: visit.accountId,
      agreed: Number(visit.form.text('price')),
    })
    return res.redirect(303, `/apps/${app.slug}?use=${use}`)
  }

  async #appFor(res: Response, id: string): Promise<rows.WholeAppRow> {
    const reader = this.#site.visit(res).accountId
    const app = await this.#deps.store.get<rows.WholeAppRow>(rows.visibleById({ id, reader }))
    if (!app) throw new ApiError('not_found', 'You cannot open this app, or it does not exist.')
    return app
  }
}

function viewerIn({ accountId }: Visit): Viewer {
  return { accountId, sessionId: '' }
}

function labelOf(id: string, usesCredits: boolean): Html {
  const operation = byId.get(id)
  if (!operation) return html`${id}`
  const { summary, kind, microCredits, priceUnit } = operation
  const price = microCredits > 0 ? `${creditsText(microCredits)} per call` : priceUnit && `credits ${priceUnit}`
  return html`<b>${summary}</b> (${id}): ${kind === 'read' ? 'reads' : 'changes something'}${
    usesCredits && price && html`; <b>costs ${price}</b>`
  }`
}
