import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environment } from '../../base/environment.ts'
import { findPrograms } from '../boxes/find-programs.ts'

/** What a browser can reach on this machine. */
export interface BrowserNetwork {
  /** Whether it is in a separate network. Otherwise only its options keep it from the network of the machine. */
  readonly isConfined: boolean
  /** The beginning of the command that starts it. */
  readonly prefix: readonly string[]
}

const probeTimeoutMs = 10_000

/**
 * Finds out whether bubblewrap can give a browser a separate network, which contains a loopback interface and nothing else.
 * Its files remain those of the machine: a proxy listens on one of them.
 *
 * @throws Error if that cannot be found out now, for example in time on a busy machine
 */
export async function findBrowserNetwork(path = environment.PATH ?? ''): Promise<BrowserNetwork> {
  const unconfined = { isConfined: false, prefix: [] }
  if (process.platform !== 'linux') return unconfined
  const { bwrap } = (await findPrograms(['bwrap'], path)).found
  if (bwrap === undefined) return unconfined
  const isRoot = process.getuid?.() === 0
  // As root it must still be able to read the files of the server, which may belong to another user.
  const rights = isRoot ? ['--cap-drop', 'ALL', '--cap-add', 'CAP_DAC_READ_SEARCH'] : []
  const prefix = [bwrap, '--dev-bind', '/', '/', '--unshare-net', '--die-with-parent', ...rights, '--']
  const [file, ...args] = prefix as [string, ...string[]]
  // Chromium's own sandbox, which root does not have, needs a namespace within this one.
  const probe = isRoot ? [process.execPath, '--version'] : ['unshare', '--user', process.execPath, '--version']
  try {
    await promisify(execFile)(file, [...args, ...probe], { timeout: probeTimeoutMs, env: { PATH: path } })
    return { isConfined: true, prefix }
  } catch (failure) {
    // Only an exit code is an answer.
    if (typeof (failure as { code?: unknown }).code !== 'number') throw failure
    return unconfined
  }
}
