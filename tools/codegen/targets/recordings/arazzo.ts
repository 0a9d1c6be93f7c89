import type { Recording, Step } from '../../../../src/worlds/recording/plan.ts'
import type { Mark } from '../../../../src/worlds/recording/recorded-marks.ts'

/** A text that a simple condition of Arazzo can compare. */
const comparable = /^[\w .,:/@-]{1,200}$/
/** Compared in each result. */
const maxConditions = 50

/**
 * An Arazzo 1.0.1 workflow, as JSON, that plays a recording. Its inputs are the tokens of the callers, by username, and
 * `world`, the name of the world, if it refers to what the seed has made. In pieces of one step each.
 */
export function* arazzoWorkflow(recording: Recording, documentUrl: string): Generator<string> {
  const { refersToSeed } = recording
  const sandboxUrl = documentUrl.replace(/\/w\/[^/]+\/(?=[^/]+$)/, '/sandbox/')
  const callers = [...new Set(recording.steps.flatMap(({ caller }) => caller ?? []))]
  const outputs = Map.groupBy(
    recording.marks.filter((mark) => mark.kind === 'result'),
    ({ step }) => step,
  )
  const inputs = [
    ...callers.map((name) => [name, `A token of ${name}.`] as const),
    ...(refersToSeed ? [['world', 'The name of the world.'] as const] : []),
  ]
  const left = recording.leftOut.length > 0 ? ` Not part of it: ${recording.leftOut.join(' ')}` : ''
  const workflow = {
    arazzo: '1.0.1',
    info: { title: 'Recorded calls', version: '1.0.0', summary: 'The calls of a world of the sandbox.' },
    sourceDescriptions: [
      { name: 'onedoor', url: documentUrl, type: 'openapi' },
      ...(refersToSeed ? [{ name: 'sandbox', url: sandboxUrl, type: 'openapi' }] : []),
    ],
    workflows: [
      {
        workflowId: 'recorded-calls',
        summary: 'The recorded calls have the recorded results.',
        description: `Recorded from ${recording.time} on.${startText(recording)}${left}`,
        inputs: {
          type: 'object',
          required: inputs.map(([name]) => name),
          properties: Object.fromEntries(inputs.map(([name, description]) => [name, { type: 'string', description }])),
        },
        steps: [recording.token],
      },
    ],
  }
  const [before, after] = JSON.stringify(workflow, null, 2).split(`"${recording.token}"`)
  const stepText = (step: object) => JSON.stringify(step, null, 2).replaceAll('\n', `\n${' '.repeat(8)}`)
  yield before ?? ''
  if (refersToSeed) yield `${stepText(seedStep(recording))}${recording.steps.length > 0 ? ',\n        ' : ''}`
  for (const [index, step] of recording.steps.entries()) {
    yield `${index > 0 ? ',\n        ' : ''}${stepText(stepOf(step, recording, outputs.get(index) ?? []))}`
  }
  yield `${after}\n`
}

function startText({ start }: Recording): string {
  if (!start) return ''
  const seed = 'seed' in start ? start.seed : JSON.stringify(start.document)
  return ` The world starts from the seed ${seed} at this time.`
}

/** Gets what the seed has made. */
function seedStep({ marks }: Recording): object {
  const outputs = marks.flatMap((mark) =>
    mark.kind === 'seed'
      ? [[seedOutput(mark), `$response.body#${['results', mark.call, ...mark.path].map(slashed).join('')}`]]
      : [],
  )
  return {
    stepId: seedStepName,
    operationPath: `{$sourceDescriptions.sandbox.url}#/paths/${pointer('/sandbox/worlds/{name}/seed/results')}/get`,
    parameters: [{ name: 'name', in: 'path', value: '$inputs.world' }],
    successCriteria: [{ condition: '$statusCode == 200' }],
    outputs: Object.fromEntries(outputs),
  }
}

const seedStepName = 'seed'

function seedOutput({ call, path }: Extract<Mark, { kind: 'seed' }>): string {
  return outputName(['call', call, ...path])
}

function stepOf(step: Step, recording: Recording, outputs: readonly Extract<Mark, { kind: 'result' }>[]): object {
  const { name, operation, caller, args, status, code, result } = step
  const { verb, path, hasBody } = operation
  const isInPath = (argument: string) => path.includes(`{${argument}}`)
  const entries = Object.entries(args).map(([key, value]) => [key, spoken(value, recording)] as const)
  const parameters = [
    ...(caller === undefined ? [] : [{ name: 'Authorization', in: 'header', value: `Bearer {$inputs.${caller}}` }]),
    ...entries
      .filter(([key]) => isInPath(key) || !hasBody)
      .map(([key, value]) => ({ name: key, in: isInPath(key) ? 'path' : 'query', value })),
  ]
  const body = Object.fromEntries(entries.filter(([key]) => hasBody && !isInPath(key)))
  const root = `$response.body#${operation.envelope === 'result' ? '/result' : ''}`
  const conditions = [
    `$statusCode == ${status}`,
    ...(code === undefined || operation.envelope !== 'result' ? [] : [`$response.body#/code == "${code}"`]),
    ...comparisons(result, root, recording).take(maxConditions),
  ]
  return {
    stepId: name,
    operationPath: `{$sourceDescriptions.onedoor.url}#/paths/${pointer(path)}/${verb.toLowerCase()}`,
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: { contentType: 'application/json', payload: body } }),
    successCriteria: conditions.map((condition) => ({ condition })),
    ...(outputs.length > 0 && {
      outputs: Object.fromEntries(outputs.map(({ path: at }) => [outputName(at), root + at.map(slashed).join('')])),
    }),
  }
}

/** A value with the expressions that its marks mean. Nothing else of it may be taken for one. */
function spoken(value: unknown, recording: Recording): unknown {
  if (typeof value === 'string') {
    return placed(value, recording, (expression, isWhole) => (isWhole ? expression : `{${expression}}`))
  }
  if (Array.isArray(value)) return value.map((entry) => spoken(entry, recording))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, spoken(entry, recording)]))
}

function placed(
  text: string,
  { token, marks, steps }: Recording,
  write: (expression: string, isWhole: boolean) => string,
): string {
  return text.replace(new RegExp(`${token}(\\d+)${token}`, 'g'), (found, number: string) => {
    const mark = marks[Number(number)]
    if (mark?.kind === 'seed') {
      return write(`$steps.${seedStepName}.outputs.${seedOutput(mark)}`, found === text)
    }
    if (mark?.kind !== 'result') return write('$sourceDescriptions.onedoor.url', found === text)
    return write(`$steps.${steps[mark.step]?.name}.outputs.${outputName(mark.path)}`, found === text)
  })
}

function* comparisons(value: unknown, at: string, recording: Recording): Generator<string, undefined> {
  if (typeof value === 'number' || typeof value === 'boolean') yield `${at} == ${value}`
  else if (typeof value === 'string') {
    const mark = recording.marks[Number(new RegExp(`^${recording.token}(\\d+)${recording.token}$`).exec(value)?.[1])]
    if (mark?.kind === 'result' || mark?.kind === 'seed') yield `${at} == ${spoken(value, recording)}`
    else if (comparable.test(value) && !value.includes(recording.token)) yield `${at} == "${value}"`
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) yield* comparisons(entry, `${at}${slashed(name)}`, recording)
  }
}

function outputName(path: readonly (string | number)[]): string {
  return path.join('_').replace(/[^\w-]/g, '_')
}

function slashed(name: string | number): string {
  return `/${pointer(String(name))}`
}

function pointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
