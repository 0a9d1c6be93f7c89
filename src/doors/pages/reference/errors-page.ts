import { errorCodes, legacyErrorBody } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { codeBlock, table } from '../kit/layout.ts'
import { phrase } from '../kit/prose.ts'
import { referencePage, type Shell } from './shell.ts'

const olderExample = legacyErrorBody('store.read', 404, 'No record has the key invoice-7.')

/** `/docs/errors`: every error code, by status. */
export function errorsPage(shell: Shell): string {
  const byStatus = Map.groupBy(Object.entries(errorCodes), ([, { status }]) => status)
  return referencePage(shell, {
    at: '/docs/errors',
    title: 'Errors - Onedoor API reference',
    description: 'Every error code that a method can return, with its status and meaning.',
    main: html`<p class="trail"><a href="/docs">API reference</a></p>
<h1>Errors</h1>
<p>An error's body has a sentence for people in <code>error</code> and a stable <code>code</code> for programs. If arguments are rejected, <code>details</code> lists all of them.</p>
${codeBlock(
  JSON.stringify(
    {
      error: 'limit must be at most 100.',
      code: 'invalid_argument',
      details: [{ path: 'limit', message: 'must be at most 100' }],
    },
    null,
    2,
  ),
  'Example of an error',
)}
<p id="older-form">The URL service and the gateway return errors in an older form: <code>detail</code> is the sentence, and
<code>code</code> is the status, which alone distinguishes errors. In this form, a record that does not exist is a 404.</p>
${codeBlock(JSON.stringify(olderExample, null, 2), 'Example of an error in the older form')}
${[...byStatus].map(
  ([status, entries]) => html`<section id="status-${status}">
<h2>${status}</h2>
${table(
  `Errors with status ${status}`,
  ['Code', 'When'],
  entries.map(([code, { meaning }]) => [html`<code>${code}</code>`, phrase(meaning)]),
)}</section>
`,
)}`,
  })
}
