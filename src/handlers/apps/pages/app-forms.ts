import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import type { Controls } from '#runtime/kit/site.ts'
import { formatCredits } from '#runtime/money/amounts.ts'
import { changeNotes } from '../frame/host-page.ts'
import { type ListedVersion, priceOf, type WholeAppRow } from '../rows/apps.ts'
import type { ListedGrant } from '../rows/grants.ts'

export const place = '/settings/apps'

/** The fields of the forms, as entered. */
export interface AppFields {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly tags: string
  readonly price: string
  readonly icon: string
  readonly source: string
}

export const emptyFields: AppFields = {
  name: '',
  slug: '',
  description: '',
  tags: '',
  price: '',
  icon: '',
  source: '',
}

interface Shown {
  readonly timeZone: string
  readonly csrfToken: string
}

type Item = Result<'apps.collection'>['items'][number]

/** The apps of an account, and the apps that have a grant of it. */
export function ownApps(
  controls: Controls,
  items: readonly Item[],
  granted: readonly ListedGrant[],
  { timeZone }: Shown,
): Html {
  const rows = items.map((app) => [
    html`<a href="${app.url}">${app.name}</a>`,
    html`${app.public ? 'anyone' : 'only you'}`,
    html`${app.price_credits === 0 ? 'free' : `${app.price_credits} credits`}`,
    html`${app.uses}`,
    controls.moment(Date.parse(app.updated), timeZone),
    html`<a href="${place}/${app.id}" aria-label="Change ${app.name}">Change</a>`,
  ])
  const allowed = granted.map(({ app, name, slug, operations, since }) => [
    html`<a href="/apps/${slug}">${name}</a>`,
    html`${[...operations].join(', ')}${since !== 'none' && html`. <b>${changeNotes[since]}</b>`}`,
    html`<a href="${place}/${app}/allow" aria-label="Change what ${name} may do">Change or revoke</a>`,
  ])
  return html`<p><a href="/apps">Public apps</a>. <a href="${place}/new">Build an app from a description</a></p>
<h2>Your apps</h2>
${
  rows.length === 0
    ? html`<p>You have no apps yet.</p>\n`
    : controls.recordTable('Your apps', ['App', 'Who can open it', 'Price', 'Uses', 'Edited', 'Change'], rows)
}<h2>What apps may do on your behalf</h2>
${
  allowed.length === 0
    ? html`<p>You have not allowed any app to call services on your behalf.</p>\n`
    : controls.recordTable('Allowed apps', ['App', 'May use', 'Change'], allowed)
}`
}

const code = { spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' }

function fieldsMarkup(controls: Controls, fields: AppFields, error: ApiError | undefined, isNew: boolean): Html {
  const field = (
    label: string,
    name: keyof AppFields,
    hint: string,
    input: Record<string, string | number | boolean>,
  ) => controls.textField({ label, name, hint, error, input: { value: fields[name], autocomplete: 'off', ...input } })
  return html`${field('Name', 'name', 'Shown above the app.', { maxlength: 100, required: true })}${
    isNew &&
    field('Address', 'slug', 'The last part of the address. If left empty, it is derived from the name.', {
      maxlength: 50,
    })
  }${field('What it is for', 'description', 'If left empty, the name is used.', { maxlength: 2000 })}${field(
    'Tags',
    'tags',
    'Separated by commas.',
    { maxlength: 500 },
  )}${field('Price', 'price', 'Credits that other people pay you each time they open the app. 0 means free.', {
    type: 'number',
    min: 0,
    max: 1000,
    step: 0.000001,
  })}${controls.textArea({
    label: 'Icon',
    name: 'icon',
    hint: 'An SVG document of at most 32 KiB, without scripts or links. If left empty, the icon does not change.',
    value: fields.icon,
    error,
    input: { ...code, rows: 4 },
  })}${controls.textArea({
    label: 'Source',
    name: 'source',
    path: 'html',
    hint: 'One HTML document with inline styles and scripts, at most 256 KiB. You can choose a file below instead.',
    value: fields.source,
    error,
    input: { ...code, rows: 14 },
  })}${controls.textField({
    label: 'File with the source',
    name: 'file',
    hint: 'The file is used instead of the text above.',
    input: { type: 'file', accept: '.html,.htm,text/html' },
  })}`
}

/** The form that saves a new app. */
export function newAppForm(
  controls: Controls,
  csrfToken: string,
  fields: AppFields,
  error: ApiError | undefined,
): Html {
  return html`<h2>New app</h2>
${controls.form(
  place,
  csrfToken,
  html`${controls.choice('checkbox', { name: 'public', value: 'yes', label: 'Anyone may open it' })}${fieldsMarkup(controls, fields, error, true)}<button>Save the app</button>
`,
  { enctype: 'multipart/form-data' },
)}`
}

const maxShownFaults = 10

/** The faults of a saved source, so that an app that fails when it is opened is not saved without a word. */
export function sourceFaults(faults: readonly string[]): Html | undefined {
  if (faults.length === 0) return undefined
  return html`<div class="problem"><p>The source has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}. The app is saved, but may not work.</p>
<ul>${faults.slice(0, maxShownFaults).map((fault) => html`<li>${fault}</li>\n`)}</ul></div>
`
}

/** The forms that change an app. */
export function appParts(
  controls: Controls,
  app: WholeAppRow,
  csrfToken: string,
  { fields, error }: { fields: AppFields | undefined; error: ApiError | undefined },
): Html {
  const { id, slug, name, description, tags, icon, html: source } = app
  const current = {
    name,
    slug,
    description,
    tags: tags.replaceAll(',', ', '),
    price: formatCredits(priceOf(app)),
    icon: icon ?? '',
    source,
  }
  const isPublic = Boolean(app.public)
  return html`<p><a href="/apps/${slug}">Open it</a>, <a href="${place}/${id}/source">download its source</a>. ${
    isPublic ? 'Anyone may open it.' : 'Only you may open it.'
  }</p>
${controls.form(
  `${place}/${id}/public`,
  csrfToken,
  html`<input type="hidden" name="public" value="${isPublic ? 'false' : 'true'}">
<button class="second">${isPublic ? 'Make it private' : 'Make it public'}</button>
`,
)}<p><a href="${place}/new?app=${slug}">Describe a change to build</a></p>
<h2>Change it</h2>
${controls.form(
  `${place}/source`,
  csrfToken,
  html`<input type="hidden" name="id" value="${id}">
${fieldsMarkup(controls, fields ?? current, error, false)}<button>Save</button>
`,
  { enctype: 'multipart/form-data' },
)}<p><a href="${place}/${id}/delete">Delete this app</a></p>
`
}

/** The stored versions of an app, each with a button that restores it. */
export function versionsList(
  controls: Controls,
  versions: readonly ListedVersion[],
  { app, timeZone, csrfToken }: Shown & { readonly app: WholeAppRow },
): Html {
  const rows = versions.map(({ number, name, size_bytes: bytes, created_at: at }) => [
    html`${number}`,
    html`${name}`,
    html`${sizeText(Number(bytes))}`,
    controls.moment(Number(at), timeZone),
    number === app.version
      ? html`current`
      : controls.form(
          `${place}/${app.id}/restore`,
          csrfToken,
          html`<input type="hidden" name="number" value="${number}">
<button class="second" aria-label="Restore version ${number}">Restore</button>
`,
        ),
  ])
  return html`<h2>Versions</h2>
${controls.recordTable('Versions', ['Version', 'Name', 'Size', 'Saved', 'Restore'], rows)}`
}

/** Confirms the deletion of an app. */
export function deletionPage(controls: Controls, { id, name }: WholeAppRow, csrfToken: string): Html {
  return html`<p>This deletes <b class="long">${name}</b> and all its versions. This cannot be undone, and the app's address stops working.</p>
${controls.form(`${place}/${id}/delete`, csrfToken, html`<button class="danger">Delete the app for good</button>\n`)}<p><a href="${place}/${id}">Keep it</a></p>
`
}
