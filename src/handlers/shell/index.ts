import type { Boxes } from '#runtime/isolation/boxes/boxes.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { deleteUnownedSandboxes } from './jobs/delete-sandboxes.ts'
import { migrations } from './migrations/index.ts'
import { boxesOf, examineShell, findingOf, logLimits, registerMetrics } from './sandboxes.ts'
import { shellSettings } from './settings.ts'
import { archivedWork, openWorkBackup } from './work-archives.ts'

export interface ShellDeps extends Pick<FamilyWorld<typeof shellSettings>, 'settings' | 'store' | 'blobs' | 'clock'> {
  /** Undefined where the operator has turned them off. */
  readonly boxes: Boxes | undefined
}

export const shell = family('shell', {
  settings: shellSettings,
  migrations,
  tables: [
    {
      table: 'shell_boxes',
      account: 'owner',
      whenDeleted: 'forget',
      archive: { leftOut: "The sandbox's contents are in the archive as shell/work.tar." },
      counting: { bytes: 'used_bytes', while: { column: 'state', oneOf: ['kept'] } },
    },
  ],
  examine: examineShell,
  externalFiles: openWorkBackup,
  open({ settings, store, blobs, clock, log, metrics, stack }): ShellDeps {
    const boxes = boxesOf(settings, log)
    if (boxes) {
      stack.defer(() => boxes.close())
      registerMetrics(boxes, metrics)
      void logLimits(boxes, log)
    }
    return { settings, store, blobs, clock, boxes }
  },
  schedules: (deps) => [
    {
      name: 'shell.collect',
      times: '*/5 * * * *',
      ifMissed: 'once',
      run: (signal) => deleteUnownedSandboxes(deps, signal),
    },
  ],
  archives: (deps) => [{ folder: 'shell', of: (account, signal) => archivedWork(deps, account, signal) }],
  health: async ({ boxes }) => [await findingOf(boxes)],
})
