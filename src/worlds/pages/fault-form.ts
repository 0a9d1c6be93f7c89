import { textField } from '../../doors/pages/kit/form-fields.ts'
import { attributes, html } from '../../runtime/base/html.ts'
import type { SandboxCall } from '../control/control.ts'

type Fault = SandboxCall<'faults.add'>['body']

const kinds: readonly (readonly [Fault['kind'], string])[] = [
  ['status', 'fails with a documented response'],
  ['latency', 'takes longer'],
  ['cut', 'loses its connection in the middle of the response'],
  ['stall', 'stops in the middle of the response'],
  ['provider', 'has a provider that is down or slow'],
]

interface FaultField {
  readonly name: Exclude<keyof Fault, 'kind'>
  readonly label: string
  readonly hint?: string
  readonly kinds: readonly Fault['kind'][]
  readonly isText?: true
  readonly isRequired?: true
}

const fields: readonly FaultField[] = [
  {
    name: 'method',
    label: 'Method',
    hint: 'Such as notes.add; leave it empty for every method.',
    kinds: ['status', 'latency', 'cut', 'stall'],
    isText: true,
  },
  { name: 'status', label: 'Status', hint: 'A status that the method documents.', kinds: ['status'], isRequired: true },
  { name: 'example', label: 'Documented example', kinds: ['status'], isText: true },
  { name: 'retry_after_s', label: 'Seconds to wait, with 429', kinds: ['status'] },
  {
    name: 'provider',
    label: 'Provider',
    hint: 'Such as open-meteo; * means every provider.',
    kinds: ['provider'],
    isText: true,
    isRequired: true,
  },
  { name: 'ms', label: 'Milliseconds', kinds: ['latency'], isRequired: true },
  { name: 'ms', label: 'Milliseconds', hint: 'If left empty, the provider is down.', kinds: ['provider'] },
  { name: 'spread_ms', label: 'Varies by milliseconds', kinds: ['latency'] },
  { name: 'bytes', label: 'After bytes of the body', kinds: ['cut', 'stall'], isRequired: true },
  {
    name: 'after',
    label: 'After calls',
    hint: 'How many calls pass before the fault begins.',
    kinds: kinds.map(([kind]) => kind),
  },
  { name: 'times', label: 'For calls', hint: 'Leave it empty for all calls.', kinds: kinds.map(([kind]) => kind) },
]

/** The faults of a world, and the form that adds one. Its script shows the fields of the chosen kind. */
export const faultForm = html`<h2 id="faults-title">Faults</h2>
<p class="hint" id="no-faults">None: every call does what it should.</p>
<ul class="entries" id="faults" aria-labelledby="faults-title"></ul>
<details>
<summary>Add a fault</summary>
<form id="add-fault" autocomplete="off">
<div class="field"><label for="kind">A call</label>
<select id="kind" name="kind">${kinds.map(([kind, text]) => html`<option${attributes({ value: kind })}>${text}</option>\n`)}</select></div>
${fields.map(({ name, label, hint, kinds, isText, isRequired }) => {
  const kind = isText ? { type: 'text', spellcheck: 'false' } : { type: 'number', min: 0 }
  const field = textField({
    label,
    name: `fault-${name}-${kinds[0]}`,
    ...(hint !== undefined && { hint }),
    input: { ...kind, required: isRequired, 'data-name': name },
  })
  return html`<div data-kinds="${kinds.join(' ')}">${field}</div>\n`
})}<button>Add</button>
</form>
</details>
`
