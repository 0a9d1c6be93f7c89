import { errorHelp } from '#runtime/base/error-help.ts'
import { type ErrorCode, errorCodes, legacyErrorBody } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { Document } from '#runtime/base/openapi.ts'
import { codeBlock } from '../kit/layout.ts'
import { phrase } from '../kit/prose.ts'
import { referencePage, type Shell } from './shell.ts'

const olderExample = legacyErrorBody('store.read', 404, 'No record has the key invoice-7.')

/** The body of each error, as the document shows it. */
export function errorSamples({ components }: Document): ReadonlyMap<string, unknown> {
  const bodies = Object.values(components.examples ?? {}).map(({ value }) => value as { code?: unknown })
  // Later ones are about single arguments of single methods.
  return new Map(bodies.toReversed().map((body) => [String(body.code), body]))
}

/**
 * `/docs/errors`: every error code, by status, with its meaning, a sample and what to do.
 *
 * @param samples the body of each error, by its code
 */
export function errorsPage(samples: ReadonlyMap<string, unknown>, shell: Shell): string {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status)
  return referencePage(shell, {
    at: '/docs/errors',
    title: 'Errors - Onedoor API reference',
    description: 'Every error code that a method can return, with its status, its meaning, a sample and what to do.',
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
  ([status, group]) => html`<section id="status-${status}">
<h2>${status}</h2>
${group.map((code) => codePart(code, samples.get(code)))}</section>
`,
)}`,
  })
}

function codePart(code: ErrorCode, sample: unknown): Html {
  return html`<h3 id="${code}"><a href="#${code}"><code>${code}</code></a></h3>
<p>${phrase(errorCodes[code].meaning)}</p>
<p><b>What to do:</b> ${phrase(errorHelp(code))}</p>
${sample === undefined ? undefined : codeBlock(JSON.stringify(sample, null, 2), `Sample of ${code}`)}`
}
