import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Sent, send } from './callers.ts'
import type { Instance, InstanceProcess } from './instance.ts'
import { StreamReader } from './stream-reader.ts'
import { until } from './until.ts'

/** Starts the server as on another machine. */
export const otherMachine = join(import.meta.dirname, 'other-machine.ts')
const room = 'topic_general'
/** A call, a job, a schedule and a delivery stop in the middle of their transactions when they write to these. */
const tables = ['notes', 'calendar_events', 'inbox_threads', 'stream_entries']
const title = 'Ferry'

/** What other processes took over from a killed one. */
export interface Takeover {
  /** How many seconds after the kill, by what the guide calls it. */
  readonly seconds: Readonly<Record<string, number>>
  /** What was lost or done twice. */
  readonly problems: readonly string[]
}

interface TakeoverOptions {
  /** Whether the killed process seems to run on another machine. */
  readonly isElsewhere?: boolean
  /** Whether to wait for jobs and schedules, which takes a minute. */
  readonly withJobs?: boolean
}

/**
 * Kills a process with SIGKILL in the middle of a call with an idempotency key, a job, a schedule, a delivery of the bus and
 * a stream, and measures how soon another process has finished each.
 */
export async function takeOver(instance: Instance, options: TakeoverOptions = {}): Promise<Takeover> {
  const { isElsewhere = false, withJobs = true } = options
  const limits = { LIMIT_PUBLIC_WRITES_PER_HOUR: 'off', LIMIT_CHAT_MESSAGES_PER_MINUTE: 'off' }
  const first = await instance.start(limits, isElsewhere ? otherMachine : undefined)
  const reader = new StreamReader()
  const sent: string[] = []
  const say = async (to: InstanceProcess) => {
    sent.push(`message ${sent.length + 1}`)
    await post(instance, to, 'chat/send', { room, message: sent.at(-1) })
  }
  await reader.connect(`${first.url}/chat/stream?room=${room}`, instance.token)
  for (let n = 0; n < 5; n++) await say(first)
  await until('the stream has all messages', () => reader.texts.length === sent.length)
  await using lock = await openConnection(instance)
  await stopInTheMiddle(instance, first, lock.client)
  const second = await instance.start(limits)
  // Until it has looked for the work of dead processes, which it does when it starts and then not for a while.
  if (withJobs) await pause(3000)
  await first.program.kill()
  const killedAt = performance.now()
  await lock.client.query('commit')
  const since = async (work: Promise<void>) => {
    await work
    return (performance.now() - killedAt) / 1000
  }
  const jobs = `('events.fire', 'inbox.purge')`
  const [call, stream, delivery, ...finished] = await Promise.all([
    since(untilAdded(instance, second)),
    since(comeBack()),
    since(untilCount(instance, `select 1 from stream_entries where text like '%${title}%'`, 1)),
    ...(withJobs
      ? [since(untilCount(instance, `select 1 from jobs where kind in ${jobs} and state = 'done' and attempt = 2`, 2))]
      : []),
  ])
  async function comeBack() {
    // While nobody listens.
    for (let n = 0; n < 5; n++) await say(second)
    await reader.connect(`${second.url}/chat/stream?room=${room}`, instance.token)
    for (let n = 0; n < 5; n++) await say(second)
    await until('the stream has all messages', () => reader.texts.length >= sent.length)
  }
  const problems = [
    ...(reader.texts.join() === sent.join() ? [] : [`the stream had ${reader.texts.join()} instead of ${sent.join()}`]),
    ...(await doneOnce(instance, withJobs)),
  ]
  const [job] = finished
  return {
    seconds: {
      'a call that is repeated with its `Idempotency-Key`': call,
      streams: stream,
      'delivery of events': delivery,
      ...(job !== undefined && { 'jobs and schedules': job }),
    },
    problems,
  }
}

async function openConnection({ database }: Instance) {
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

/** Locks tables until each kind of work waits for one of them. */
async function stopInTheMiddle(instance: Instance, process: InstanceProcess, client: pg.Client): Promise<void> {
  const { store } = instance
  const soon = new Date(Date.now() + 2500).toISOString()
  await post(instance, process, 'events/create', { title, when: soon })
  await client.query(`begin; lock table ${tables.join(', ')} in exclusive mode`)
  await store.run(store.sql('jobs').where({ kind: 'inbox.purge', state: 'waiting' }).update({ run_at: 1, key: '1' }))
  await post(instance, process, 'blog/create', { title, content: 'At nine. '.repeat(9), public: true })
  // It is never answered.
  addNote(instance, process).catch(() => undefined)
  await untilCount(instance, 'select distinct relation from pg_locks where not granted and relation is not null', 4)
}

/** What was not done exactly once. */
async function doneOnce(instance: Instance, withJobs: boolean): Promise<string[]> {
  const expected = {
    'notes that the repeated call added': `select 1 from notes where title = '${title}'`,
    'stream entries of the post': `select 1 from stream_entries where text like '%published%${title}%'`,
    ...(withJobs && {
      'firings of the event': `select 1 from inbox_messages where text = '${title}'`,
      'queued next runs of the schedule': `select 1 from jobs where kind = 'inbox.purge' and state in ('waiting', 'ready')`,
    }),
  }
  if (withJobs) await untilCount(instance, expected['firings of the event'] as string, 1)
  const counted = await Promise.all(
    Object.entries(expected).map(async ([what, query]) => ({ what, count: await countOf(instance, query) })),
  )
  return counted.flatMap(({ what, count }) => (count === 1 ? [] : [`${count} ${what}`]))
}

/** Repeats the call with its key until it returns a result. */
async function untilAdded(instance: Instance, process: InstanceProcess): Promise<void> {
  for (;;) {
    const { status, text } = await addNote(instance, process)
    if (status === 200) return
    if (status !== 409) throw new Error(`notes.add returned ${status} ${text}`)
    await pause(50)
  }
}

function addNote({ token }: Instance, { url }: InstanceProcess) {
  const body = JSON.stringify({ title, text: 'At nine.' })
  return send(`${url}/api/v1/notes/add`, { method: 'POST', token, body, headers: { 'idempotency-key': 'drill' } })
}

async function post({ token }: Instance, { url }: InstanceProcess, method: string, args: object): Promise<void> {
  const call: Sent = { method: 'POST', token, body: JSON.stringify(args) }
  const { status, text } = await send(`${url}/api/v1/${method}`, call)
  if (status !== 200) throw new Error(`${method} returned ${status} ${text}`)
}

async function countOf({ store }: Instance, query: string): Promise<number> {
  return (await store.all(store.sql.raw(query))).length
}

function untilCount(instance: Instance, query: string, count: number): Promise<void> {
  return until(`${count} rows of ${query}`, async () => (await countOf(instance, query)) >= count)
}
