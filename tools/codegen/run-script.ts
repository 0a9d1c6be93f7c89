import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** Runs a script of a package. @throws Error with `failed` and its output */
export async function runScript(script: string, args: readonly string[], failed: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      env: { ...process.env, BUF_CACHE_DIR: join(root, '.cache/buf') },
    })
  } catch (failure) {
    const { stdout = '', stderr = '' } = failure as { stdout?: string; stderr?: string }
    throw new Error(`${failed}\n${stdout}${stderr}`)
  }
}
