import type { Request, Response } from 'express'
import type { Result } from '#generated/server/handlers.ts'
import { operations } from '#generated/server/operations.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { faultOf, type Site, type Visit } from '#runtime/kit/site.ts'
import { creditsText } from '#runtime/money/amounts.ts'
import { maxAttempts } from '../build/build-queue.ts'
import { ownBuild, stateText } from '../build/build-results.ts'
import type { AppsDeps } from '../index.ts'
import type * as builds from '../rows/builds.ts'
import { place } from './app-forms.ts'

type Item = Result<'apps.builds'>['items'][number]

const formPlace = `${place}/new`
const script = '/apps/-/build.js'
const listed = 20
const maxPrompt = 16_000
const price = creditsText(operations.find(({ id }) => id === 'apps.build')?.microCredits ?? 0)

interface BuildFields {
  readonly prompt: string
  /** Slug of the app to change; empty for a new one. */
  readonly app: string
}

/** The pages that build apps from descriptions. */
export class BuildPages {
  readonly #site: Site
  readonly #deps: AppsDeps

  constructor(site: Site, deps: AppsDeps) {
    this.#site = site
    this.#deps = deps
  }

  async form(req: Request, res: Response): Promise<void> {
    const { app } = req.query
    await this.#form(res, { prompt: '', app: typeof app === 'string' ? app : '' })
  }

  async begin(res: Response): Promise<void> {
    const visit = this.#site.visit(res)
    const fields = { prompt: visit.form.text('prompt').replaceAll('\r\n', '\n').trim(), app: visit.form.text('app') }
    const { prompt, app } = fields
    let build = ''
    const error = await faultOf(async () => {
      build = (await visit.pay('apps.build', { prompt, ...(app === '' ? {} : { slug: app }) })).id
    })
    if (error) return this.#form(res, fields, error)
    res.redirect(303, `${place}/builds/${build}`)
  }

  async #form(res: Response, { prompt, app }: BuildFields, error?: ApiError): Promise<void> {
    const { controls } = this.#site
    const visit = this.#site.visit(res)
    const [timeZone, { items }] = await Promise.all([visit.timeZone(), visit.call('apps.builds', {})])
    const main = html`<p><a href="${place}">All apps</a></p>
${controls.problem(error)}<p>${
      app === ''
        ? 'Describe what the app should do and look like. The app is written and checked for you, and stays private until you make it public.'
        : html`Describe what should change in <a href="/apps/${app}">${app}</a>. Its earlier versions are stored.`
    } It takes a few minutes${this.#deps.transfers.isOn ? ` and costs ${price} when it is ready, or nothing if it fails` : ''}.</p>
${controls.form(
  formPlace,
  visit.csrfToken,
  html`${app !== '' && html`<input type="hidden" name="app" value="${app}">\n`}${controls.textArea({
    label: app === '' ? 'Description' : 'What should change',
    name: 'prompt',
    hint: 'In plain words: its purpose, what it shows and what people can do with it.',
    value: prompt,
    error,
    input: { rows: 8, maxlength: maxPrompt, required: true },
  })}<button>${app === '' ? 'Build the app' : 'Change the app'}</button>
`,
)}${items.length > 0 && html`<h2>Builds</h2>\n${this.#table(items.slice(0, listed), timeZone)}`}`
    visit.show({ title: app === '' ? 'Build an app' : 'Change an app', place, main }, error?.status)
  }

  #table(items: readonly Item[], timeZone: string): Html {
    const { controls } = this.#site
    const rows = items.map(({ id, snippet, state, created }) => [
      html`<a href="${place}/builds/${id}">${snippet}</a>`,
      html`${state}`,
      controls.moment(Date.parse(created), timeZone),
    ])
    return controls.recordTable('Builds', ['Description', 'Status', 'Requested'], rows)
  }

  /** @throws ApiError not_found */
  async show(res: Response, id: string): Promise<void> {
    const visit = this.#site.visit(res)
    const row = await ownBuild(this.#deps.store, id, visit.accountId)
    const isOver = row.state === 'complete' || row.state === 'failed'
    const main = html`<p><a href="${formPlace}">All builds</a></p>
${
  isOver
    ? html`<p role="status">${stateText(row)}</p>\n`
    : html`<p role="status" data-build="${id}">${stateText(row)}</p>
<noscript><p><a href="${place}/builds/${id}">Look again</a></p></noscript>
<p class="note">You can leave this page. The build continues.</p>\n`
}${this.#ending(row, visit)}<h2>${row.base_slug === null ? 'Description' : `What should change in ${row.base_slug}`}</h2>
<p class="typed">${row.prompt}</p>
`
    visit.show({ title: 'App build', place, main, ...(isOver ? {} : { scripts: [script] }) })
  }

  #ending(row: builds.BuildRow, { csrfToken }: Visit): Html | false {
    const { state, slug, name, app, error, prompt, attempts } = row
    const made = attempts > 1 ? ` It took ${attempts} of ${maxAttempts} attempts.` : ''
    if (state === 'complete') {
      return html`<p><a href="/apps/${slug}">Open ${name}</a>, or <a href="${place}/${app}">make it public or change it</a>.${made}</p>\n`
    }
    if (state !== 'failed') return false
    const again = html`<input type="hidden" name="prompt" value="${prompt}">${row.base_slug !== null && html`<input type="hidden" name="app" value="${row.base_slug}">`}<button>Try again</button>\n`
    return html`<p>${error}</p>
<p class="note">It cost nothing.</p>
${this.#site.controls.form(formPlace, csrfToken, again)}`
  }
}
