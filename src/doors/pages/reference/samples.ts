import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { sampleUrl } from '#runtime/base/openapi.ts'
import { codeBlock } from '../kit/layout.ts'
import { withToken } from './browser/sample-token.js'
import { curlOf } from './example.ts'
import type { Method } from './model.ts'

const folder = join(import.meta.dirname, '../../../../generated/docs/samples')

/** The languages of the samples, in the order of their tabs. */
const languages = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['cli', 'Command line'],
  ['mcp', 'MCP'],
] as const

type Samples = Partial<Record<(typeof languages)[number][0], string>>

/**
 * The documented call of a method in every language that it has a sample for; pages and redirects have curl alone.
 *
 * @param token takes the place of the variable that samples read
 */
export async function samplesOf(method: Method, baseUrl: string, token?: string): Promise<Samples> {
  const own = method.isDoor ? { curl: curlOf(method, baseUrl) } : await readSamples(method, baseUrl)
  if (token === undefined) return own
  return Object.fromEntries(Object.entries(own).map(([name, text]) => [name, withToken(text, token)]))
}

async function readSamples(method: Method, baseUrl: string): Promise<Samples> {
  const [family = ''] = method.id.split('.')
  const samples = JSON.parse(await readFile(join(folder, `${family}.json`), 'utf8')) as Record<string, Samples>
  const own = Object.entries(samples[method.id] ?? {})
  return Object.fromEntries(own.map(([name, text]) => [name, text.replaceAll(sampleUrl, baseUrl)]))
}

/**
 * The samples with a choice between them that works without scripts: the script of the page only remembers it.
 *
 * @param id of the method
 */
export function sampleTabs(id: string, samples: Samples): Html {
  const present = languages.filter(([name]) => samples[name] !== undefined)
  const [only] = present
  if (only && present.length === 1) return codeBlock(samples[only[0]] ?? '', `Example call of ${id} with ${only[1]}`)
  return html`<fieldset class="tabs">
<legend class="unseen">Language of the sample</legend>
${present.map(
  ([name, label], index) =>
    html`<input type="radio" name="language" value="${name}" id="language-${name}"${attributes({ checked: index === 0 })}><label for="language-${name}">${label}</label>\n`,
)}
${present.map(
  ([name, label]) => html`<div class="sample sample-${name}">
${codeBlock(samples[name] ?? '', `Example call of ${id} in ${label}`)}</div>
`,
)}</fieldset>
`
}
