import { join } from 'node:path'
import { outcomeOf, run } from '../release/commands.ts'
import { ensureBuildah, ensureContainerRuntime, ensureMmdebstrap, ensurePodman } from '../setup/programs.mjs'

/** Of what a failed build printed. */
const shownLines = 20

/** Runs programs that build and run images, in a separate store: the images of this machine are not touched. */
export interface Engine {
  buildah(...args: string[]): Promise<string>
  podman(args: readonly string[], input?: string): Promise<string>
  /** One that may fail. See `outcomeOf`. */
  podmanOutcome(args: readonly string[]): ReturnType<typeof outcomeOf>
  /** Makes an archive of a Debian system. */
  mmdebstrap(...args: string[]): Promise<string>
}

/**
 * Finds or installs the programs.
 *
 * @param folder absolute path of the folder for images and containers
 * @throws SetupError that says what to do if a program is missing and cannot be installed
 */
export async function openEngine(folder: string): Promise<Engine> {
  const [buildah, podman, runtime, mmdebstrap] = [
    await ensureBuildah(),
    await ensurePodman(),
    // Not crun, which refuses machines with both versions of control groups.
    await ensureContainerRuntime(),
    await ensureMmdebstrap(),
  ]
  const store = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')]
  const cwd = folder
  const podmanArgs = (args: readonly string[]) => [
    ...store,
    '--runtime',
    runtime,
    '--cgroup-manager',
    'cgroupfs',
    ...args,
  ]
  return {
    buildah: async (...args) => {
      const { code, stdout, stderr } = await outcomeOf(buildah, [...store, ...args], { cwd })
      if (code === 0) return stdout
      const end = `${stdout}${stderr}`.trimEnd().split('\n').slice(-shownLines).join('\n')
      throw new Error(`buildah ${args[0]} ended with exit code ${code}:\n${end}`)
    },
    podman: (args, input = '') => run(podman, podmanArgs(args), { cwd, input }),
    podmanOutcome: (args) => outcomeOf(podman, podmanArgs(args), { cwd }),
    mmdebstrap: (...args) => run(mmdebstrap, args, { cwd }),
  }
}
