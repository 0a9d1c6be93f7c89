/**
 * `npm run drills [-- WORD]`: what restarts and upgrades promise, checked with real processes and databases. WORD
 * chooses the drills whose name contains it. Prints a line for each; the exit code is 1 if one failed.
 */
import { join } from 'node:path'
import type { DatabaseSettings } from '#testing/databases.ts'
import { startModelProvider } from '#testing/model-provider/index.ts'
import { startNats } from '#testing/nats-server.ts'
import { migrations } from '../../src/app/migrations.ts'
import { ensureBubblewrap } from '../setup/programs.mjs'
import { boundOf } from './bounds.ts'
import {
  ackWaitS,
  type HolderOptions,
  hostedProgram,
  killHolder,
  modelTimeoutS,
  reservedTokens,
  unacknowledgedEvents,
} from './held-work.ts'
import { type Instance, newFolder, newPostgres, openInstance } from './instance.ts'
import { loseParts } from './outage.ts'
import { rollingRestart } from './restart.ts'
import { type Takeover, takeOver } from './takeover.ts'
import { upgradeMultiplied } from './upgrade.ts'

/** This release with one more migration. */
const laterRelease = join(import.meta.dirname, 'later-release.ts')

/** What a drill found: a sentence with its figures, and whether the promise held. */
interface Finding {
  readonly isKept: boolean
  readonly detail: string
}

const drills: Record<string, (stack: AsyncDisposableStack) => Promise<Finding>> = {
  async restart(stack) {
    const instance = stack.use(await openInstance(await newPostgres(stack)))
    const { made, failures, lost } = await rollingRestart(instance, 200, 3)
    const detail = `${made} calls at 200/s, six restarts: ${failures.length} failed, ${lost} confirmed notes lost`
    return { isKept: made > 0 && failures.length + lost === 0, detail: [detail, ...new Set(failures)].join('\n  ') }
  },
  async 'rolling upgrade'(stack) {
    const instance = stack.use(await openInstance(await newPostgres(stack)))
    const { made, failures, lost } = await rollingRestart(instance, 200, 1, laterRelease)
    const refusal = await instance.start().then(
      () => 'it started',
      (error: Error) => error.message.split('\n').at(-1) ?? '',
    )
    const counts = `${failures.length} failed, ${lost} confirmed notes lost`
    const detail = `${made} calls at 200/s: ${counts}. Then this release: ${refusal}`
    const isKept =
      made > 0 && failures.length + lost === 0 && refusal.includes('written by a newer release and has 99999999-drill')
    return { isKept, detail: [detail, ...new Set(failures)].join('\n  ') }
  },
  'killed process': (stack) => killed(stack, false, takeOver),
  'killed process on another machine': (stack) => killed(stack, true, takeOver),
  'killed process with events': (stack) => killed(stack, false, killEvents),
  'killed process with events on another machine': (stack) => killed(stack, true, killEvents),
  'killed process with a program': (stack) => killed(stack, false, killProgram),
  'killed process with a program on another machine': (stack) => killed(stack, true, killProgram),
  'killed process with reserved tokens': (stack) => killAnswer(stack, false),
  'killed process with reserved tokens on another machine': (stack) => killAnswer(stack, true),
  async 'killed process with events in NATS'(stack) {
    const { url } = stack.adopt(await startNats(), (server) => server.stop())
    return killed(stack, false, (instance, options) =>
      killEvents(instance, { ...options, settings: { NATS_URL: url } }),
    )
  },
  async outage(stack) {
    const instance = stack.use(await openInstance(await newPostgres(stack)))
    const awayS = 60
    const { confirmed, refused, recoveredS, problems } = await loseParts(instance, awayS)
    const counts = `${confirmed} calls confirmed and ${refused} refused with 503 and Retry-After`
    const detail = `NATS and the bucket away for ${awayS} s: ${counts}, all served ${recoveredS.toFixed(1)} s after their return`
    return { isKept: problems.length === 0 && refused > 0, detail: [detail, ...problems].join('\n  ') }
  },
  'upgrade on SQLite': async (stack) => upgrade({ dataDir: await newFolder(stack) }),
  'upgrade on PostgreSQL': async (stack) => upgrade(await newPostgres(stack)),
}

/** What bounds depend on, by its name in the guide. */
const boundSettings = { ack_wait: ackWaitS, MODEL_TIMEOUT_S: modelTimeoutS }

type Killing = (instance: Instance, options: HolderOptions) => Promise<Takeover>

const killEvents: Killing = (instance, options) => killHolder(instance, unacknowledgedEvents(instance), options)

const killProgram: Killing = async (instance, options) => {
  await ensureBubblewrap()
  return killHolder(instance, hostedProgram(instance), {
    ...options,
    settings: { RUNTIME: 'on', RUNTIME_LIMITS: 'none' },
  })
}

/** The provider stops after the processes that use it. */
async function killAnswer(stack: AsyncDisposableStack, isElsewhere: boolean): Promise<Finding> {
  const provider = stack.adopt(await startModelProvider(() => ({ text: 'Yes.' })), (server) => server.stop())
  const settings = {
    ...provider.settings('openai'),
    ...{ MODEL_TIMEOUT_S: String(modelTimeoutS), MODEL_MAX_OUTPUT_TOKENS: '1000000' },
  }
  return killed(stack, isElsewhere, (instance, options) =>
    killHolder(instance, reservedTokens(instance, provider), { ...options, settings }),
  )
}

async function killed(stack: AsyncDisposableStack, isElsewhere: boolean, kill: Killing): Promise<Finding> {
  const instance = stack.use(await openInstance(await newPostgres(stack)))
  const { seconds, problems } = await kill(instance, { isElsewhere })
  const took = Object.entries(seconds).map(([what, measured]) => {
    const bound =
      what === 'streams' ? undefined : boundOf(what, boundSettings)[isElsewhere ? 'otherMachine' : 'sameMachine']
    return {
      isKept: bound === undefined || measured <= bound,
      line: `${what}: ${measured.toFixed(1)} s of ${bound ?? 'any'}`,
    }
  })
  return {
    isKept: problems.length === 0 && took.every(({ isKept }) => isKept),
    detail: ['taken over, with nothing lost or done twice', ...took.map(({ line }) => line), ...problems].join('\n  '),
  }
}

/** A migration that takes longer must be written as CONTRIBUTING.md says. */
const maxMigrationMs = 1000

async function upgrade(database: DatabaseSettings): Promise<Finding> {
  const { rows, skipped, times, refusal } = await upgradeMultiplied('0', database, 100_000)
  const [slowest] = times
  const last = migrations.at(-1)?.name ?? ''
  const total = Math.round(times.reduce((sum, { ms }) => sum + ms, 0))
  return {
    isKept:
      slowest !== undefined &&
      slowest.ms <= maxMigrationMs &&
      refusal.includes(`NewerDatabaseError: `) &&
      refusal.includes(last),
    detail: [
      `${rows} rows of release 0, ${times.length} migrations in ${total} ms`,
      `slowest: ${slowest?.name} in ${Math.round(slowest?.ms ?? 0)} ms`,
      `an older release is refused with ${refusal}`,
      `not copied: ${skipped.join(', ')}`,
    ].join('\n  '),
  }
}

const [word = ''] = process.argv.slice(2)
for (const [name, drill] of Object.entries(drills)) {
  if (!name.includes(word)) continue
  await using stack = new AsyncDisposableStack()
  const { isKept, detail } = await drill(stack)
  console.log(`${isKept ? 'kept  ' : 'BROKEN'} ${name}: ${detail}`)
  if (!isKept) process.exitCode = 1
}
