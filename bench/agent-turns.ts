import { setTimeout as pause } from 'node:timers/promises'
import type { Models } from '#runtime/outbound/models/models.ts'
import type { ModelAnswer, ModelEvent, ModelRequest } from '#runtime/outbound/models/types.ts'
import { agentWith, session } from '#testing/agent-bench.ts'

const goal = 1.2
const greedyAccounts = 3
const runsOfEach = 6
/** How long the model takes to its first word, and from there to the end of its answer. */
const firstMs = 300
const restMs = 200
/** Answers of a greedy run. */
const answers = 6
const rounds = 9

/** A model that calls a method in each answer but the last, as slowly as a real one. */
const models: Pick<Models, 'require' | 'stream'> = {
  require: () => undefined,
  async *stream({ messages, signal }: ModelRequest): AsyncGenerator<ModelEvent, void, void> {
    await pause(firstMs, undefined, { signal })
    yield { type: 'text', text: 'Well.' }
    await pause(restMs, undefined, { signal })
    const isLast = messages.filter(({ role }) => role === 'tool').length >= answers - 1
    const call = {
      type: 'tool_call',
      id: '1',
      name: 'call_tool',
      input: { name: 'notes_list', arguments: {} },
    } as const
    const toolCalls = isLast ? [] : [call]
    const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: undefined, microCredits: 0 }
    const answer: ModelAnswer = {
      ...{ text: 'Well.', toolCalls, finish: isLast ? 'stop' : 'tool_calls', model: 'bench', usage },
      message: { role: 'assistant', parts: toolCalls },
    }
    yield { type: 'end', answer }
  },
}

/** The milliseconds until the first word for one account, beside others that have more runs than they may. */
async function firstWordMs(concurrency: number, greedy: number, afterMs: number): Promise<number> {
  const { ask } = agentWith(models as Models, () => ({ result: {} }), { concurrency })
  const leaving = new AbortController()
  const as = (id: string) => ({ caller: { ...session, account: { ...session.account, id } } })
  const others = Array.from({ length: greedy * runsOfEach }, (_, index) =>
    ask('Go', { ...as(`greedy_${index % greedy}`), signal: leaving.signal }).catch(() => undefined),
  )
  await pause(afterMs)
  const begun = performance.now()
  const { promise, resolve } = Promise.withResolvers<number>()
  const modest = ask('Hello', {
    ...as('modest'),
    signal: leaving.signal,
    onEvent: ({ type }) => void (type === 'text' && resolve(performance.now() - begun)),
  }).catch(() => undefined)
  const ms = await promise
  leaving.abort(new Error('measured'))
  await Promise.all([...others, modest])
  return ms
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** How much later the first word of an agent's answer comes beside three accounts that have more runs than they may. */
export async function measureAgentTurns(): Promise<void> {
  console.log(
    `first word of agent.ask beside ${greedyAccounts} accounts with ${runsOfEach} runs each (goal: ${goal} times)`,
  )
  for (const concurrency of [8, 4, 1]) {
    const [alone, beside]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      // At different moments of the answers of the others.
      const afterMs = 50 + round * 117
      alone.push(await firstWordMs(concurrency, 0, 0))
      beside.push(await firstWordMs(concurrency, greedyAccounts, afterMs))
    }
    const ratio = median(beside) / median(alone)
    const worst = Math.max(...beside) / median(alone)
    const isDefault = concurrency === 8 ? `: ${ratio <= goal ? 'met' : 'missed'}` : ''
    console.log(
      `  AGENT_CONCURRENCY=${concurrency}: ${median(alone).toFixed(0)} ms alone, ${median(beside).toFixed(0)} ms beside, ${ratio.toFixed(2)} times, at worst ${worst.toFixed(2)}${isDefault}`,
    )
  }
}
