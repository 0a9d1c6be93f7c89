import { join } from 'node:path'
import { startModelProvider } from '#testing/model-provider/index.ts'
import { ensureBubblewrap } from '../setup/programs.mjs'
import {
  backgroundWork,
  busyThread,
  type HeldWork,
  heldSettings,
  hostedProgram,
  reservedTokens,
  shellCommand,
  unacknowledgedEvents,
} from './held-work.ts'
import { type Instance, startWithGateway } from './instance.ts'
import type { Takeover } from './takeover.ts'

const otherMachine = join(import.meta.dirname, 'other-machine.ts')

interface Options {
  /** Whether the killed process seems to run on another machine. */
  readonly isElsewhere?: boolean
  /** The NATS server of both processes; undefined for events in the database. */
  readonly natsUrl?: string
}

/**
 * Kills a process with SIGKILL that holds events of a consumer, a program, tokens of a model, runs of the agent and a command,
 * and measures how soon another process has taken over each.
 */
export async function takeOverServices(
  instance: Instance,
  { isElsewhere = false, natsUrl }: Options = {},
): Promise<Takeover> {
  await ensureBubblewrap()
  await using stack = new AsyncDisposableStack()
  const report = JSON.stringify({ status: 'done', summary: 'Done.', evidence: ['it'] })
  const provider = stack.adopt(
    await startModelProvider(({ messages }) => ({
      text: messages.some(({ text }) => text.includes('Look at the notes.')) ? report : 'Yes.',
    })),
    (server) => server.stop(),
  )
  const settings = {
    ...provider.settings('openai'),
    ...{ MODEL_TIMEOUT_S: String(heldSettings.MODEL_TIMEOUT_S), MODEL_MAX_OUTPUT_TOKENS: '1000000' },
    ...{ RUNTIME: 'on', RUNTIME_LIMITS: 'none' },
    ...(natsUrl !== undefined && { NATS_URL: natsUrl }),
  }
  const works: HeldWork[] = []
  const begin = async (work: HeldWork) => {
    await work.begin(first)
    works.push(work)
  }
  const first = await startWithGateway(instance, settings, isElsewhere ? otherMachine : undefined)
  const second = await startWithGateway(instance, settings)
  // The program belongs to the process that was started first.
  await begin(hostedProgram(instance))
  await begin(shellCommand(instance))
  // The other process would take it.
  process.kill(second.process.program.pid, 'SIGSTOP')
  await begin(backgroundWork(instance, provider))
  process.kill(second.process.program.pid, 'SIGCONT')
  await begin(busyThread(instance, provider))
  await begin(reservedTokens(instance, provider))
  // Last, because its time begins when it is delivered.
  await begin(unacknowledgedEvents(instance))
  const waiting = provider.unfinished
  if (waiting !== 3) throw new Error(`${waiting} answers are still awaited: this machine is too slow for the drill`)
  await first.process.program.kill()
  const killedAt = performance.now()
  const seconds = await Promise.all(
    works.map(async (work) => [work.what, ((await work.takeOver(second)) - killedAt) / 1000] as const),
  )
  const problems = await Promise.all(works.map((work) => work.problems(second)))
  return { seconds: Object.fromEntries(seconds), problems: problems.flat() }
}
