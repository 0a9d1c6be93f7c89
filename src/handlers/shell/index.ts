import { oldFamily as family } from '#runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { shellSettings } from './settings.ts'

export const shell = family('shell', {
  settings: shellSettings,
  migrations,
  tables: [
    {
      table: 'shell_boxes',
      account: 'owner',
      whenDeleted: 'forget',
      archive: { leftOut: 'What is in the sandbox is in the archive as shell/work.tar.' },
      counting: { bytes: 'used_bytes', while: { column: 'state', oneOf: ['kept'] } },
    },
  ],
  examine: async (settings) => (await import('./health.ts')).examineShell(settings),
  externalFiles: async (settings) => (await import('./external-files.ts')).openShellFiles(settings),
  open: async (world) => (await import('./open.ts')).openShell(world),
})
