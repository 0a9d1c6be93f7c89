import { execFile } from 'node:child_process'
import { access, chmod, chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { boxEnvironment } from './bubblewrap.ts'
import type { Engine, Launch, Started } from './engine.ts'
import { findPrograms } from './find-programs.ts'
import { measureFolder } from './measure.ts'
import type { Box, BoxesOptions } from './types.ts'

const run = promisify(execFile)
const graceS = 2
const label = 'onedoor.box'

/*
 * Starts the client of the engine. Containers have only the first three descriptors, so output on descriptor 5 inside a
 * container arrives as its first line: the word `ready` or a replacement.
 */
const clientScript = `
set -u
exec 9>>"$BOX_LOCK"
flock -w "$BOX_LOCK_S" 9 || { echo "fault locked" >&3; exit 1; }
echo begun >&3
case "$BOX_TAIL" in 0) keep=cat ;; *) keep="tail -c $BOX_TAIL" ;; esac
{ "$@" 3>&- 4>&- 9>&-; echo "exit $?" >&3; } | { IFS= read -r words; printf '%s' "$words" >&4; exec $keep; } 3>&- 9>&-
echo "used $(du -s -x --block-size=1 "$BOX_FOLDER" 2>/dev/null | cut -f1) 0" >&3
`

/** In the container: the words on the first line, then the command. A complete output does not include errors. */
const innerScript = (tailBytes: number) => `exec 5>&1${tailBytes === 0 ? '' : ' 2>&1'}; exec "$@"`

/** Boxes as containers of Docker or Podman: one for each run, with a persistent folder. */
export async function openContainers(options: BoxesOptions): Promise<Engine> {
  const { engine, folder, image } = options
  const { found, missing } = await findPrograms([engine as 'docker' | 'podman'], options.path)
  const program = found[engine as 'docker' | 'podman']
  const folderOf = ({ id }: Box) => join(folder, id)
  const refuse = () => Promise.reject(new Error('no engine'))
  if (missing.length > 0 || !program) {
    const reason = `SHELL_ENGINE is ${engine}, which this machine does not have. Install it, or unset SHELL_ENGINE to use bubblewrap.`
    return {
      state: { kind: 'missing', reason },
      prepare: refuse,
      has: async () => false,
      remove: async () => undefined,
      clear: async () => undefined,
    }
  }
  let counter = 0
  const clear = async () => {
    await mkdir(folder, { recursive: true })
    await removeLeft(program, folder)
  }
  let cleared: Promise<void> | undefined
  return {
    state: {
      kind: 'works',
      detail: `${engine}, image ${image}`,
      unlimited: ['disk while a command runs (measured every second)'],
    },
    async prepare(launch) {
      cleared ??= clear()
      await cleared
      counter += 1
      const name = `onedoor-${launch.box.id.replace(/[^a-z0-9]/g, '-')}-${process.pid}-${counter}`
      await ownFolder(folderOf(launch.box), options.firstUid + launch.box.number)
      return started(program, containerCommand(options, program, launch, name, folderOf(launch.box)), launch, name, {
        BOX_LOCK: join(folder, `${launch.box.id}.lock`),
        BOX_FOLDER: folderOf(launch.box),
      })
    },
    measure: (box) => measureFolder(folderOf(box)),
    has: (box) =>
      access(folderOf(box)).then(
        () => true,
        () => false,
      ),
    async remove(box) {
      await rm(folderOf(box), { recursive: true, force: true })
      await rm(join(folder, `${box.id}.lock`), { force: true })
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The command line of a container: without capabilities, within its limits, and of the machine only its folder. */
function containerCommand(
  { engine, limits, hasNetwork, image, folder, firstUid }: BoxesOptions,
  program: string,
  launch: Launch,
  name: string,
  work: string,
): string[] {
  const uid = firstUid + launch.box.number
  // Docker rejects such mount options. They are not needed: no rights can be gained and no devices created.
  const mode = engine === 'podman' ? 'rw,nosuid,nodev' : 'rw'
  return [
    ...[program, 'run', '--rm', '--interactive', '--init', '--name', name, '--label', `${label}=${folder}`],
    ...['--network', hasNetwork ? 'bridge' : 'none', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--memory', String(limits.memoryBytes), '--memory-swap', String(limits.memoryBytes)],
    ...['--pids-limit', String(limits.processes), '--cpus', String(limits.cpus)],
    ...['--ulimit', `fsize=${launch.fileBytes}`, '--ulimit', 'core=0', '--ulimit', 'nofile=1024'],
    ...['--read-only', '--tmpfs', '/tmp:size=67108864,nosuid,nodev', '--hostname', 'box'],
    ...['--volume', `${work}:/work:${mode}`, '--workdir', '/work', '--user', `${uid}:${uid}`],
    ...Object.entries(boxEnvironment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
    // Inside the container, so that it ends in time even after the server was killed.
    ...[
      'timeout',
      `--kill-after=${graceS}`,
      String(launch.timeLimitS),
      'bash',
      '-c',
      innerScript(launch.tailBytes),
      'bash',
    ],
    ...launch.command,
  ]
}

function started(
  program: string,
  command: readonly string[],
  launch: Launch,
  name: string,
  env: Readonly<Record<string, string>>,
): Started {
  return {
    command: ['setpriv', '--pdeathsig=KILL', '--', 'sh', '-c', clientScript, 'box', ...command],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', BOX_LOCK_S: '30', BOX_TAIL: String(launch.tailBytes), ...env },
    done: async () => ({ ranOutOfMemory: false }),
    timeOut: () => run(program, ['kill', '--signal', 'ALRM', name]).then(ignore, ignore),
    // The end of the client is not the end of the container.
    kill: () => run(program, ['kill', name]).then(ignore, ignore),
  }
}

const ignore = () => undefined

/** The folder of a box, for its user. If the server cannot change the owner, it is for anyone who finds its name. */
async function ownFolder(folder: string, uid: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chown(folder, uid, uid).catch(() => chmod(folder, 0o777))
}

/** Removes the containers of killed servers; those of other running servers are not touched. */
async function removeLeft(program: string, folder: string): Promise<void> {
  const filter = ['--filter', `label=${label}=${folder}`]
  const listed = await run(program, ['ps', '--all', ...filter, '--format', '{{.Names}}']).catch(ignore)
  const names = listed?.stdout.split(/\s+/).filter(Boolean) ?? []
  const left = names.filter((name) => !isOfOther(Number(/-(\d+)-\d+$/.exec(name)?.[1])))
  if (left.length > 0) await run(program, ['rm', '--force', ...left]).then(ignore, ignore)
}

/** Whether a container belongs to another running process: the same number means an earlier one. */
function isOfOther(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}
