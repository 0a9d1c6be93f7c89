import { chmod, cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { root } from '../../src/testing/program.ts'
import { ensurePageBrowser } from '../../tools/setup/programs.mjs'
import { emptyFolder, run } from './tools.ts'

/** A copy of `examples/tasks-board` in a separate folder, whose tests have nothing but the command `onedoor`. */
export interface InstalledBoard {
  readonly folder: string
  /** Checks its types. @throws Error with what the compiler reports */
  checkTypes(): Promise<void>
  /** Runs tests. @param args of vitest, all tests if none are given @returns its output @throws Error if one fails */
  test(...args: string[]): Promise<string>
}

/** @param name of the folder, below that of the consumers */
export async function installBoard(name: string): Promise<InstalledBoard> {
  const folder = await emptyFolder(name)
  await cp(join(root, 'examples/tasks-board'), folder, { recursive: true })
  // Its other dependencies are those of the repository, which is above.
  await mkdir(join(folder, 'node_modules/@onedoor'), { recursive: true })
  await symlink(join(root, 'generated/client'), join(folder, 'node_modules/@onedoor/client'))
  const bin = join(folder, 'bin')
  await mkdir(bin)
  const command = join(bin, 'onedoor')
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'tools/setup/onedoor.mjs')}' "$@"\n`)
  await chmod(command, 0o755)
  const browser = await ensurePageBrowser()
  const tool = (path: string, ...args: string[]) =>
    run(process.execPath, [join(root, 'node_modules', path), ...args], {
      cwd: folder,
      env: {
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        ONEDOOR_SANDBOX: '',
        CHROMIUM_PATH: browser,
        NO_COLOR: '1',
      },
    })
  // A command that has been started before starts at once, as an installed one does.
  await run(command, ['sandbox', '--help'])
  return {
    folder,
    checkTypes: async () => void (await tool('typescript7/bin/tsc', '--project', folder)),
    test: (...args) => tool('vitest/vitest.mjs', 'run', '--root', folder, ...args),
  }
}
