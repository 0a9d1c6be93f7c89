import { readdir, readFile } from 'node:fs/promises'
import { type GrpcJsClient, grpcJsClient } from '#testing/grpc-js-client.ts'
import type { ModelProvider } from '#testing/model-provider/index.ts'
import { send } from './callers.ts'
import { type Instance, type Served, startWithGateway } from './instance.ts'
import { otherMachine, type Takeover } from './takeover.ts'
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
   * @returns when, by `performance.now`: of a call that succeeds at last, that is its beginning
   */
  takeOver(second: Served): Promise<number>
  /** What was lost or done twice. */
  problems(): Promise<readonly string[]>
}

export interface HolderOptions {
  /** Whether the killed process seems to run on another machine. */
  readonly isElsewhere: boolean
  /** Of both processes. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Kills a process with SIGKILL that holds some work, and measures how soon another process has taken it over. */
export async function killHolder(
  instance: Instance,
  work: HeldWork,
  { isElsewhere, settings = {} }: HolderOptions,
): Promise<Takeover> {
  const first = await startWithGateway(instance, settings, isElsewhere ? otherMachine : undefined)
  const second = await startWithGateway(instance, settings)
  await work.begin(first)
  await first.process.program.kill()
  const killedAt = performance.now()
  const seconds = ((await work.takeOver(second)) - killedAt) / 1000
  return { seconds: { [work.what]: seconds }, problems: await work.problems() }
}

/** Of the consumers of the drill, in seconds. */
export const ackWaitS = 5

interface DeliveredEvent {
  readonly id: string
  readonly payload: Buffer
}

/** Four events of a consumer group, of which the consumer at the killed process has received three and acknowledged one. */
export function unacknowledgedEvents({ token }: Instance): HeldWork {
  const [topic, group] = ['drill', 'drill']
  const received: string[] = []
  const clientOf = ({ gatewayUrl }: Served) =>
    grpcJsClient({ address: new URL(gatewayUrl).host, service: 'events.Stream', token })
  const consume = async (client: GrpcJsClient) => {
    const stream = client.stream<DeliveredEvent>('Consume', { topic, group, ack_wait: String(ackWaitS * 1e9) })
    await stream.opened
    return stream
  }
  const publish = (client: GrpcJsClient, text: string) => client.call('Publish', { topic, payload: Buffer.from(text) })
  const acknowledge = (client: GrpcJsClient, { id }: DeliveredEvent) =>
    client.call('Ack', { topic, group, id, success: true })
  return {
    what: 'events that a consumer has not acknowledged',
    async begin(first) {
      const client = clientOf(first)
      const stream = await consume(client)
      for (const text of ['one', 'two', 'three']) await publish(client, text)
      const [one] = [await stream.next(), await stream.next(), await stream.next()]
      await acknowledge(client, one)
    },
    async takeOver(second) {
      const client = clientOf(second)
      const stream = await consume(client)
      await publish(client, 'four')
      while (received.length < 3) {
        const event = await stream.next()
        received.push(event.payload.toString())
        await acknowledge(client, event)
      }
      const takenAt = performance.now()
      client.close()
      return takenAt
    },
    async problems() {
      if (received.toSorted().join() === 'four,three,two') return []
      return [`the other consumer received ${received.join()} instead of two, three and four`]
    },
  }
}

/** The processes of this machine that run a command, in any namespace. */
async function processesOf(command: readonly string[]): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_, index) => lines[index] === `${command.join('\0')}\0`)
}

/** A program of the `runtime` service, of which two must not run at once. */
export function hostedProgram(instance: Instance): HeldWork {
  const command = ['sleep', String(86_400 + Math.floor(Math.random() * 86_400))]
  let before: string[] = []
  const others = async () => (await processesOf(command)).filter((pid) => !before.includes(pid))
  return {
    what: 'programs of the `runtime` service',
    async begin({ gatewayUrl }) {
      const { store, token } = instance
      await store.run(store.sql('accounts').update({ is_admin: true }))
      const body = JSON.stringify({ resource: { service: { name: 'drill' } }, options: { command } })
      const { status, text } = await send(`${gatewayUrl}/runtime/create`, { method: 'POST', token, body })
      if (status !== 200) throw new Error(`runtime/create returned ${status} ${text}`)
      await until('the program runs', async () => {
        before = await processesOf(command)
        return before.length > 0
      })
    },
    async takeOver() {
      await until('the program runs again', async () => (await others()).length > 0)
      return performance.now()
    },
    async problems() {
      const running = await processesOf(command)
      if (running.length === 1) return []
      return [`${running.length} of the program run instead of one, and ${before.length} ran before`]
    },
  }
}

/** Of the server, in seconds: long enough for the model not to be given up before the process is killed. */
export const modelTimeoutS = 20

/** All tokens of a named agent, reserved for an answer that never comes. */
export function reservedTokens({ token }: Instance, provider: ModelProvider): HeldWork {
  const post = (url: string, args: object) => send(url, { method: 'POST', token, body: JSON.stringify(args) })
  const ask = ({ process }: Served) => post(`${process.url}/agent/ferry`, { prompt: 'Is it so?' })
  return {
    what: 'tokens of models that were reserved for an answer',
    async begin(first) {
      const budgets = [{ period: 'month', tokens: 200_000 }]
      const added = await post(`${first.process.url}/api/v1/agent/add`, { name: 'ferry', budgets })
      if (added.status !== 200) throw new Error(`agent.add returned ${added.status} ${added.text}`)
      provider.script({ silent: true })
      const request = provider.nextRequest()
      // It is never answered.
      ask(first).catch(() => undefined)
      await request
      const { text } = await ask(first)
      if (!text.includes('budget')) throw new Error(`The tokens are not reserved: the agent replied ${text}`)
    },
    async takeOver(second) {
      let askedAt = 0
      await until('the tokens are free', async () => {
        askedAt = performance.now()
        return (await ask(second)).text.includes('Yes.')
      })
      return askedAt
    },
    problems: async () => [],
  }
}
