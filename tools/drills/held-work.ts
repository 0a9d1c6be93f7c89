import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type GrpcJsClient, grpcJsClient } from '#testing/grpc-js-client.ts'
import type { ModelProvider } from '#testing/model-provider/index.ts'
import { type Answer, send } from './callers.ts'
import type { Instance, Served } from './instance.ts'
import { until } from './until.ts'

/** Work that a process holds when it is killed, and that another one takes over. */
export interface HeldWork {
  /** What the guide calls it. */
  readonly what: string
  /** Resolves when the process holds it. */
  begin(first: Served): Promise<void>
  /**
   * Resolves when the other process has taken it over.
   *
   * @returns when, by `performance.now`. Of a call that succeeds at last, that is its beginning
   */
  takeOver(second: Served): Promise<number>
  /** What was lost or done twice. */
  problems(second: Served): Promise<readonly string[]>
}

/** Seconds. Models must not give up before the process is killed. */
export const heldSettings = { ack_wait: 5, MODEL_TIMEOUT_S: 120 } as const

/** Not so often that the calls themselves keep the server busy. */
const askEveryMs = 1000
const none = async () => []

function post({ token }: Instance, url: string, args: object): Promise<Answer> {
  return send(url, { method: 'POST', token, body: JSON.stringify(args) })
}

async function posted(instance: Instance, url: string, args: object): Promise<string> {
  const { status, text } = await post(instance, url, args)
  if (status !== 200) throw new Error(`${url} returned ${status} ${text}`)
  return text
}

/** A call that is never answered, because its process is killed. */
function leave(instance: Instance, url: string, args: object): void {
  post(instance, url, args).catch(() => undefined)
}

/** Repeats a call until it succeeds. @returns when that one began */
async function untilServed(what: string, call: () => Promise<boolean>): Promise<number> {
  let beganAt = 0
  await until(what, async () => {
    beganAt = performance.now()
    if (await call()) return true
    await pause(askEveryMs)
    return false
  })
  return beganAt
}

/** The processes of this machine that run a command, in any namespace. */
async function processesOf(command: readonly string[]): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_, index) => lines[index] === `${command.join('\0')}\0`)
}

interface DeliveredEvent {
  readonly id: string
  readonly payload: Buffer
}

/** Four events of a consumer group, of which the consumer at the killed process has received three and acknowledged one. */
export function unacknowledgedEvents({ token }: Instance): HeldWork {
  const [topic, group] = ['drill', 'drill']
  const received: string[] = []
  let lost: GrpcJsClient | undefined
  const clientOf = ({ gatewayUrl }: Served) =>
    grpcJsClient({ address: new URL(gatewayUrl).host, service: 'events.Stream', token })
  const consumer = async (client: GrpcJsClient) => {
    const wait = String(heldSettings.ack_wait * 1e9)
    const stream = client.stream<DeliveredEvent>('Consume', { topic, group, ack_wait: wait })
    await stream.opened
    return stream
  }
  const publish = (client: GrpcJsClient, text: string) => client.call('Publish', { topic, payload: Buffer.from(text) })
  const acknowledge = (client: GrpcJsClient, id: string) => client.call('Ack', { topic, group, id, success: true })
  return {
    what: 'events that a consumer has not acknowledged',
    async begin(first) {
      const client = clientOf(first)
      lost = client
      const stream = await consumer(client)
      for (const text of ['one', 'two', 'three']) await publish(client, text)
      const [one] = [await stream.next(), await stream.next(), await stream.next()]
      if (one) await acknowledge(client, one.id)
    },
    async takeOver(second) {
      lost?.close()
      const client = clientOf(second)
      const stream = await consumer(client)
      const receive = async () => {
        const { id, payload } = await stream.next()
        received.push(payload.toString())
        await acknowledge(client, id)
      }
      while (received.length < 2) await receive()
      const takenAt = performance.now()
      await publish(client, 'four')
      while (!received.includes('four')) await receive()
      client.close()
      return takenAt
    },
    async problems() {
      return received.toSorted().join() === 'four,three,two'
        ? []
        : [`the other consumer received ${received.join()} instead of two, three and four`]
    },
  }
}

/** A program of the `runtime` service. Two must not run at once. */
export function hostedProgram(instance: Instance): HeldWork {
  const command = ['sleep', '86398']
  let before: string[] = []
  return {
    what: 'programs of the `runtime` service',
    async begin({ gatewayUrl }) {
      await instance.store.run(instance.store.sql('accounts').update({ is_admin: true }))
      const resource = { service: { name: 'drill' } }
      await posted(instance, `${gatewayUrl}/runtime/create`, { resource, options: { command } })
      await until('the program runs', async () => {
        before = await processesOf(command)
        return before.length > 0
      })
    },
    async takeOver() {
      await until('the program runs again', async () =>
        (await processesOf(command)).some((process) => !before.includes(process)),
      )
      return performance.now()
    },
    async problems() {
      const running = await processesOf(command)
      return running.length === 1 && !before.includes(running[0] ?? '')
        ? []
        : [`${running.length} instances of the program run, after ${before.length} before the kill`]
    },
  }
}

/** The only tokens of a named agent, reserved for an answer that never comes. */
export function reservedTokens(instance: Instance, provider: ModelProvider): HeldWork {
  const answer = async ({ process }: Served) => {
    const { text } = JSON.parse(await posted(instance, `${process.url}/agent/ferry`, { prompt: 'Is it so?' }))
    return text as string
  }
  return {
    what: 'tokens of models that were reserved for an answer',
    async begin(first) {
      const budgets = [{ period: 'month', tokens: 200_000 }]
      await posted(instance, `${first.process.url}/api/v1/agent/add`, { name: 'ferry', budgets })
      provider.script({ silent: true })
      const request = provider.nextRequest()
      leave(instance, `${first.process.url}/agent/ferry`, { prompt: 'Is it so?' })
      await request
      const refusal = await answer(first)
      if (!refusal.includes('budget')) throw new Error(`The tokens are not reserved: the agent replied "${refusal}"`)
    },
    takeOver: (second) => untilServed('the tokens are free', async () => (await answer(second)) === 'Yes.'),
    problems: none,
  }
}

/** A thread in which the agent replies. */
export function busyThread(instance: Instance, provider: ModelProvider): HeldWork {
  let thread = ''
  const prompt = 'Is it so?'
  return {
    what: 'threads of the agent in which it was replying',
    async begin({ process }) {
      thread = JSON.parse(await posted(instance, `${process.url}/agent`, { prompt })).thread
      provider.script({ silent: true })
      const request = provider.nextRequest()
      leave(instance, `${process.url}/agent`, { prompt, thread })
      await request
    },
    takeOver: ({ process }) =>
      untilServed('the thread is free', async () => {
        const { status, text } = await post(instance, `${process.url}/agent`, { prompt, thread })
        if (status !== 200 && status !== 409) throw new Error(`agent.ask returned ${status} ${text}`)
        return status === 200
      }),
    async problems() {
      const { store } = instance
      const prompts = await store.all(store.sql('agent_messages').where({ thread, role: 'owner' }))
      return prompts.length === 2
        ? []
        : [`the thread has ${prompts.length} prompts instead of the two that were answered`]
    },
  }
}

/** Background work that has only read. */
export function backgroundWork(instance: Instance, provider: ModelProvider): HeldWork {
  let id = ''
  const workAt = async ({ process }: Served) => {
    const { text } = await send(`${process.url}/work?id=${id}`, { method: 'GET', token: instance.token })
    return (JSON.parse(text) as { work: { status: string; run_count: number } }).work
  }
  return {
    what: 'background work of the agent',
    async begin({ process }) {
      provider.script({ silent: true })
      const request = provider.nextRequest()
      id = JSON.parse(await posted(instance, `${process.url}/work`, { prompt: 'Look at the notes.' })).work.id
      await request
    },
    async takeOver(second) {
      await until('the work is done', async () => (await workAt(second)).status !== 'doing')
      return performance.now()
    },
    async problems(second) {
      const { status, run_count: runs } = await workAt(second)
      return status === 'done' && runs === 2
        ? []
        : [`the work is ${status} after ${runs} runs instead of done after two`]
    },
  }
}

/** A command in the shell of an account, which has one at a time. */
export function shellCommand(instance: Instance): HeldWork {
  const command = ['sleep', '86399']
  const url = ({ process }: Served) => `${process.url}/api/v1/shell/run`
  return {
    what: 'commands of the shell',
    async begin(first) {
      leave(instance, url(first), { command: command.join(' '), timeout: 600 })
      await until('the command runs', async () => (await processesOf(command)).length > 0)
    },
    takeOver: (second) =>
      untilServed('the shell runs commands', async () => {
        const { status, text } = await post(instance, url(second), { command: 'echo over' })
        return status === 200 && text.includes('over')
      }),
    problems: async () =>
      (await processesOf(command)).length === 0 ? [] : ['the command of the killed process still runs'],
  }
}
