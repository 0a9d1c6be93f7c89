import { join } from 'node:path'
import { environment } from '#runtime/base/environment.ts'
import { createLog, type Log } from '#runtime/base/log.ts'
import type { Values } from '#runtime/base/setting.ts'
import { createBoxes } from '#runtime/isolation/boxes/boxes.ts'
import type { Boxes, BoxesState } from '#runtime/isolation/boxes/types.ts'
import type { Finding } from '#runtime/kit/finding.ts'
import type { shellSettings } from './settings.ts'

type Settings = Values<typeof shellSettings>

const what = 'shell'

/** The sandboxes that the settings ask for; undefined where they are off. */
export function boxesOf(settings: Settings, log: Log): Boxes | undefined {
  if (settings.shellEngine === 'off') return undefined
  return createBoxes({
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
  if (!boxes) return [{ what, state: 'off', detail: 'SHELL_ENGINE=off' }]
  try {
    return [findingOf(await boxes.state(), boxes)]
  } finally {
    await boxes.close()
  }
}

/** How it is with the sandboxes, and who waits for one, in a sentence. */
export function findingOf(state: BoxesState, { running, waiting, lastFailure }: Boxes): Finding {
  if (state.kind === 'missing') return { what, state: 'off', detail: state.reason }
  const { detail, unlimited } = state
  const told = [
    detail,
    unlimited.length === 0 ? 'everything is limited' : `not limited here: ${unlimited.join('; ')}`,
    `${running} commands running, ${waiting} waiting`,
    ...(lastFailure === undefined ? [] : [`last failure: ${lastFailure}`]),
  ]
  return { what, state: 'works', detail: told.join('; ') }
}
