import { readFileSync } from 'node:fs'
import { type ModelProvider, type ReceivedRequest, startModelProvider } from '../src/testing/model-provider/index.ts'
import { exampleResult } from '../src/testing/stand-ins.ts'

/** The model's tasks, by the first words of their instructions, and the method whose example it returns. */
const tasks = [
  ['You classify', 'text.classify'],
  ['You extract', 'text.extract'],
  ['You summarise', 'text.summarise'],
  ['You translate', 'text.translate'],
] as const

/** What the instructions of a summary in points contain. */
const inPoints = 'a list of points'

/** As the examples of the builds of apps have it. */
const appExample: unknown = JSON.parse(
  readFileSync(new URL('../src/worlds/outside/example-app.json', import.meta.url), 'utf8'),
)

/** At this prompt the agent proposes to delete the note, which needs approval. */
export const deletionPrompt = 'Delete the packing list.'

const deletion = { name: 'call_tool', input: { name: 'notes_delete', arguments: { title: 'Packing list' } } }

/** The same for the model of a world. */
export function exampleRules() {
  const beginnings = [inPoints, ...tasks.map(([beginning]) => beginning)]
  const answers = beginnings.map((when) => ({
    when,
    reply: answerTo({ instructions: `${when === inPoints ? 'You summarise ' : ''}${when}` }),
  }))
  const agent = { when: 'You are the agent', reply: (exampleResult('agent.ask') as { text: string }).text }
  return [{ when: deletionPrompt, tools: [deletion] }, agent, ...answers]
}

/** A model that knows the examples of the document and nothing else. */
export function startExampleModel(): Promise<ModelProvider> {
  return startModelProvider((request) => {
    if (request.messages.at(-1)?.text.includes(deletionPrompt)) return { tools: [deletion] }
    const isAgent = request.instructions.startsWith('You are the agent')
    return { text: isAgent ? (exampleResult('agent.ask') as { text: string }).text : JSON.stringify(answerTo(request)) }
  })
}

function answerTo({ instructions }: Pick<ReceivedRequest, 'instructions'>): unknown {
  if (instructions.startsWith('You are the agent')) {
    return { status: 'done', summary: 'The note has the opening hours.', evidence: ['the note "Libraries"'] }
  }
  if (instructions.startsWith('You write small web apps')) return appExample
  const id = tasks.find(([beginning]) => instructions.startsWith(beginning))?.[1]
  if (id === undefined) throw new Error(`No example answers these instructions: ${instructions.slice(0, 80)}`)
  const result = exampleResult(id) as Record<string, unknown>
  if (id === 'text.extract') return result.data
  if (id !== 'text.summarise') return result
  return instructions.includes(inPoints) ? { points: result.points } : { text: result.text }
}
