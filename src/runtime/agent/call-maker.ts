import type { Operation, OperationId } from '#generated/server/operations.ts'
import { oneLine, shorten } from '../base/text/shorten.ts'
import type { Outcome } from '../calls/outcome.ts'
import type { Calls } from '../calls/pipeline.ts'
import type { Trust } from '../policy/types.ts'
import { delegateOf } from './tools.ts'
import type { AgentCaller } from './types.ts'

const maxSentence = 200

export function createCallMaker(calls: Pick<Calls, 'run'>, caller: AgentCaller, requestId: string) {
  return {
    make: (operation: Operation, args: object, { number, trust, signal, key }: RunCall) =>
      calls.run({
        operationId: operation.id as OperationId,
        door: 'agent',
        args,
        caller: { ...delegateOf(caller, operation), trust },
        requestId: `${requestId.slice(0, 60)}.${number}`,
        signal,
        key,
      }) as Promise<Outcome>,
  }
}

interface RunCall {
  /** In the run, from 1. */
  readonly number: number
  readonly trust: Trust
  readonly signal: AbortSignal
  /** The Idempotency-Key. */
  readonly key?: string | undefined
}

/** Makes the calls of a run: each is a normal call, by the agent on behalf of the caller's account. */
export type CallMaker = ReturnType<typeof createCallMaker>

/** The result of a call, in a sentence. */
export function resultSentence({ summary }: Operation, result: unknown): string {
  if (typeof result !== 'object' || result === null) return `${summary}: done.`
  const { text, items, total } = result as Record<string, unknown>
  if (typeof text === 'string' && text.trim() !== '') return shorten(oneLine(text), maxSentence)
  if (Array.isArray(items)) {
    const count = typeof total === 'number' ? Math.max(total, items.length) : items.length
    return `${summary}: ${count} ${count === 1 ? 'result' : 'results'}.`
  }
  const title = titleIn(result, 2)
  return title === undefined ? `${summary}: done.` : shorten(`${summary}: ${oneLine(title)}`, maxSentence)
}

function titleIn(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { title, name } = value as Record<string, unknown>
  const own = [title, name].find((each) => typeof each === 'string' && each.trim() !== '')
  if (own !== undefined || depth === 1) return own as string | undefined
  return Object.values(value)
    .map((each) => titleIn(each, depth - 1))
    .find((each) => each !== undefined)
}
