import { join } from 'node:path'
import { environment } from '#runtime/base/environment.ts'
import { createLog, type Log } from '#runtime/base/log.ts'
import { gauge } from '#runtime/base/metrics.ts'
import type { Values } from '#runtime/base/setting.ts'
import { Boxes } from '#runtime/isolation/boxes/boxes.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Finding } from '#runtime/kit/finding.ts'
import type { shellSettings } from './settings.ts'

type Settings = Values<typeof shellSettings>

/** The sandboxes that the settings describe; undefined where they are off. */
export function boxesOf(settings: Settings, log: Log): Boxes | undefined {
  if (settings.shellEngine === 'off') return undefined
  return new Boxes({
    engine: settings.shellEngine,
    limits: {
      memoryBytes: settings.shellMemoryBytes,
      processes: settings.shellProcesses,
      cpus: settings.shellCpus,
      diskBytes: settings.shellDiskBytes,
      files: settings.shellFiles,
    },
    hasNetwork: settings.shellNetwork,
    folder: join(settings.dataDir, 'shell'),
    hidden: [settings.dataDir, process.cwd()],
    firstUid: settings.shellFirstUid,
    image: settings.shellImage,
    atOnce: settings.shellAtOnce,
    log,
    path: environment.PATH ?? '',
  })
}

/** Tries a sandbox, for `onedoor doctor`. */
export async function examineShell(settings: Settings): Promise<Finding[]> {
  const boxes = boxesOf(settings, createLog({ logLevel: 'silent' }))
  try {
    return [await findingOf(boxes)]
  } finally {
    await boxes?.close()
  }
}

/** The state of the sandboxes, and how many commands run and wait. */
export async function findingOf(boxes: Boxes | undefined): Promise<Finding> {
  if (!boxes) return { what: 'shell', state: 'off', detail: 'SHELL_ENGINE=off' }
  const state = await boxes.state()
  if (state.kind === 'missing') return { what: 'shell', state: 'off', detail: state.reason }
  const { detail, unlimited } = state
  const { running, waiting, lastFailure } = boxes
  const parts = [
    detail,
    unlimited.length === 0 ? 'everything is limited' : `not limited here: ${unlimited.join('; ')}`,
    `${running} commands running, ${waiting} waiting`,
    ...(lastFailure === undefined ? [] : [`last failure: ${lastFailure}`]),
  ]
  return { what: 'shell', state: 'works', detail: parts.join('; ') }
}

/** Logs what this machine cannot limit, or that it cannot confine commands at all. */
export async function logLimits(boxes: Boxes, log: Log): Promise<void> {
  if (!log.isLevelEnabled('warn')) return
  try {
    const state = await boxes.look()
    if (state.kind === 'missing') log.info({ reason: state.reason }, 'shell not available')
    else if (state.unlimited.length > 0) log.warn({ unlimited: state.unlimited }, 'shell not fully limited')
  } catch (err) {
    log.warn({ err }, 'shell cannot be examined')
  }
}

export function registerMetrics(boxes: Boxes, registry: FamilyWorld['metrics']): void {
  const show = (name: string, help: string, value: () => number | undefined) => gauge(registry, name, help, value)
  show('onedoor_sandbox_runs', 'Commands running in sandboxes of accounts', () => boxes.running)
  show('onedoor_sandbox_waiting', 'Commands waiting for a sandbox', () => boxes.waiting)
  show('onedoor_sandbox_failures', 'Sandboxes that did not start, since the server started', () => boxes.failures)
  show(
    'onedoor_sandbox_works',
    'Whether commands can be confined on this machine: 1 if so, 0 if not, absent before the first command',
    () => boxes.known && Number(boxes.known.kind === 'works'),
  )
}
