import { setTimeout as pause } from 'node:timers/promises'
import { startNats } from '#testing/nats-server.ts'
import { openRelay } from '#testing/relay.ts'
import { startS3 } from '#testing/s3-server.ts'
import { type Answer, send } from './callers.ts'
import { type Instance, type Served, startWithGateway } from './instance.ts'
import { StreamReader } from './stream-reader.ts'
import { until } from './until.ts'

const room = 'topic_general'
const topic = 'drill'

/** What happened while the messaging server and the bucket were away. */
export interface Outage {
  /** How many calls were confirmed before, during and after it. */
  readonly confirmed: number
  /** How many were refused with 503 and `Retry-After`. */
  readonly refused: number
  /** How many seconds after their return each process served all calls again, without a restart. */
  readonly recoveredS: number
  /** What was lost, or was not as documented. */
  readonly problems: readonly string[]
}

/**
 * Stops the NATS server and the connection to the bucket of two processes for a while. Calls that need them have to fail with
 * 503, all others have to go on, and everything that was confirmed has to be there afterwards.
 */
export async function loseParts(instance: Instance, awayS: number): Promise<Outage> {
  await using stack = new AsyncDisposableStack()
  const nats = stack.adopt(await startNats(), (server) => server.stop())
  const s3 = stack.adopt(await startS3(), (server) => server.stop())
  const bucket = stack.adopt(await openRelay(s3.account.endpoint), (relay) => relay.cut())
  const S3_ENDPOINT = new URL(bucket.urlOf(s3.account.endpoint)).origin
  const settings = { ...s3.settings, S3_ENDPOINT, NATS_URL: nats.url, LIMIT_CHAT_MESSAGES_PER_MINUTE: 'off' }
  const one = await startWithGateway(instance, settings)
  const other = await startWithGateway(instance, settings)
  const calls = new OutageCalls(instance, [one, other])
  const reader = new StreamReader()
  await reader.connect(`${other.process.url}/chat/stream?room=${room}`, instance.token)
  await calls.all('ok')
  await Promise.all([nats.halt(), bucket.cut()])
  await until('both processes report what is away', async () => (await calls.states()).every(isAway))
  await calls.all('refused')
  await pause(awayS * 1000)
  await calls.all('refused')
  await Promise.all([nats.resume(), bucket.restore()])
  const backAt = performance.now()
  await until('both processes are ready again', async () =>
    (await calls.states()).every(({ status }) => status === 200),
  )
  await calls.untilServed()
  const recoveredS = (performance.now() - backAt) / 1000
  await calls.all('ok')
  await until('all messages have arrived', () => reader.texts.length >= calls.messages.length)
  const problems = [...calls.problems, ...(await calls.lost())]
  if (reader.texts.join() !== calls.messages.join()) problems.push(`the stream had ${reader.texts.join()}`)
  return { confirmed: calls.confirmed, refused: calls.refused, recoveredS, problems }
}

function isAway({ status, text }: Answer): boolean {
  const parts = JSON.parse(text) as Record<string, string>
  return status === 503 && parts.messaging === 'unavailable' && parts.files === 'unavailable' && parts.database === 'ok'
}

/** Calls to each process that need the messaging server, the bucket, or neither. */
class OutageCalls {
  readonly problems: string[] = []
  readonly messages: string[] = []
  confirmed = 0
  refused = 0
  readonly #instance: Instance
  readonly #served: readonly Served[]
  readonly #events: string[] = []
  readonly #files: string[] = []
  #count = 0

  constructor(instance: Instance, served: readonly Served[]) {
    this.#instance = instance
    this.#served = served
  }

  states(): Promise<Answer[]> {
    return Promise.all(this.#served.map(({ process }) => this.#get(`${process.url}/health/ready`)))
  }

  /** Makes each call at each process. @param expected what becomes of those that need what can be away */
  async all(expected: 'ok' | 'refused'): Promise<void> {
    for (const served of this.#served) {
      for (const [list, call] of [
        [this.#events, this.#publish],
        [this.#files, this.#put],
      ] as const) {
        const { status, text, headers } = await call(served, `${this.#count++}`, list)
        const isRefused = status === 503 && Number(headers['retry-after']) > 0
        if (isRefused) this.refused += 1
        if (expected === 'ok' ? status !== 200 : !isRefused)
          this.problems.push(`${status} ${headers['retry-after']} ${text} instead of ${expected}`)
      }
      const message = `message ${this.messages.length + 1}`
      const said = await this.#post(`${served.process.url}/api/v1/chat/send`, { room, message })
      if (said.status !== 200) this.problems.push(`chat.send failed with ${said.status} ${said.text}`)
      else this.confirmed += 1
      this.messages.push(message)
    }
  }

  /** Resolves when every call is served again by both processes. */
  async untilServed(): Promise<void> {
    for (const served of this.#served) {
      await until('events are published', async () => {
        return (await this.#publish(served, `${this.#count++}`, this.#events)).status === 200
      })
      await until('files are stored', async () => {
        return (await this.#put(served, `${this.#count++}`, this.#files)).status === 200
      })
    }
  }

  /** What was confirmed and is not there, at any process. */
  async lost(): Promise<string[]> {
    const found: string[] = []
    for (const { process, gatewayUrl } of this.#served) {
      const { text } = await this.#post(`${gatewayUrl}/events.Store/Read`, { topic, limit: 1000 })
      const stored = (JSON.parse(text) as { events: { payload: string }[] }).events.map(({ payload }) => atob(payload))
      found.push(...this.#events.filter((event) => !stored.includes(event)).map((event) => `event ${event} is lost`))
      for (const file of this.#files) {
        const answer = await this.#get(`${process.url}/api/v1/files/get?id=${file}`)
        if (answer.status !== 200 || !answer.text.includes('The file'))
          found.push(`file ${file} is lost: ${answer.text}`)
      }
    }
    return found
  }

  readonly #publish = async ({ gatewayUrl }: Served, name: string, confirmed: string[]): Promise<Answer> => {
    const answer = await this.#post(`${gatewayUrl}/events.Stream/Publish`, { topic, payload: btoa(name) })
    return this.#counted(answer, name, confirmed)
  }

  readonly #put = async ({ process }: Served, name: string, confirmed: string[]): Promise<Answer> => {
    const answer = await this.#post(`${process.url}/api/v1/files/put`, { name, content: `The file "${name}".` })
    const { result } = JSON.parse(answer.text) as { result?: { id: string } }
    return this.#counted(answer, result?.id ?? '', confirmed)
  }

  #counted(answer: Answer, stored: string, confirmed: string[]): Answer {
    if (answer.status === 200) {
      this.confirmed += 1
      confirmed.push(stored)
    }
    return answer
  }

  #post(url: string, args: object): Promise<Answer> {
    return send(url, { method: 'POST', token: this.#instance.token, body: JSON.stringify(args) })
  }

  #get(url: string): Promise<Answer> {
    return send(url, { method: 'GET', token: this.#instance.token })
  }
}
