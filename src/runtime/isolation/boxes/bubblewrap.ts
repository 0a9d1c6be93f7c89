/** What a box shows of the machine, and its limits. */
export interface BoxPlan {
  /** `bwrap` itself. */
  readonly program: string
  /** The folder that is mounted at `/work` in the box. */
  readonly work: string
  readonly memoryBytes: number
  /** Whether `memoryBytes` limits each process, because nothing limits them together. */
  readonly limitsEachProcess: boolean
  readonly processes: number
  readonly fileBytes: number
  /** The user that the box runs as on the machine; undefined for the user of the server. */
  readonly uid: number | undefined
  readonly hasFilter: boolean
  /** Whether it has the machine's network; otherwise it has none. */
  readonly hasNetwork: boolean
  /** Folders under /usr that belong to the server and are hidden. */
  readonly hidden: readonly string[]
  /** Files for the box's /etc: their paths on the machine and in the box. */
  readonly etc: readonly (readonly [from: string, to: string])[]
  /** Top-level folders that link into /usr, such as `/bin`, with their targets. */
  readonly links: readonly (readonly [path: string, target: string])[]
  /** Top-level folders that do not, such as `/lib64` on older systems. */
  readonly folders: readonly string[]
  readonly timeLimitS: number
  readonly command: readonly string[]
}

/** The size of a box's temporary folders; their content counts as its memory. */
const tmpBytes = 64 * 1024 * 1024
const shmBytes = 16 * 1024 * 1024

const openFiles = 1024
/** How long a box has between SIGTERM and SIGKILL. */
const graceS = 2

/**
 * The command line of a box: its user, limits and time limit, then bubblewrap with new namespaces of every
 * kind, no capability, and of the machine's files only /usr and what programs need of /etc, read-only. Everything in it ends
 * with the one process that starts it, and that one with the server.
 */
export function boxCommand(plan: BoxPlan): string[] {
  const { uid, memoryBytes, limitsEachProcess, processes, fileBytes, timeLimitS } = plan
  const user = uid === undefined ? [] : [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--bounding-set=-all']
  return [
    ...['setpriv', '--no-new-privs', ...user, '--'],
    // A separate step, because changing the user undoes it.
    ...['setpriv', '--pdeathsig=KILL', '--'],
    ...['prlimit', '--core=0', `--nofile=${openFiles}`, `--fsize=${fileBytes}`],
    ...(uid === undefined ? [] : [`--nproc=${processes}`]),
    ...(limitsEachProcess ? [`--as=${memoryBytes}`] : []),
    '--',
    // With --foreground its signals reach only bubblewrap, whose end is the end of everything in it.
    // The process that starts the box is visible in it, and so is its first environment.
    ...['env', '--ignore-environment', 'PATH=/usr/bin:/bin'],
    ...['timeout', '--foreground', `--kill-after=${graceS}`, String(timeLimitS)],
    ...bubblewrap(plan),
    '--',
    // Outside, the processes of a shared user would include the server's.
    ...(uid === undefined ? ['prlimit', `--nproc=${processes}`, '--'] : []),
    ...plan.command,
  ]
}

function bubblewrap(plan: BoxPlan): string[] {
  const { program, work } = plan
  const mounts = ['--bind', work, '/work']
  return [program, ...bubblewrapOptions({ ...plan, env: Object.entries(boxEnvironment), mounts, chdir: '/work' })]
}

/** What bubblewrap shows of the machine, and the environment. */
export interface BubblewrapPlan
  extends Pick<BoxPlan, 'hasFilter' | 'hasNetwork' | 'hidden' | 'etc' | 'links' | 'folders'> {
  readonly env: readonly (readonly [name: string, value: string])[]
  /** Options that mount the box's own files. */
  readonly mounts: readonly string[]
  readonly chdir: string
}

/** The options of bubblewrap, which reads a filter of system calls from descriptor 6. */
export function bubblewrapOptions(plan: BubblewrapPlan): string[] {
  const { env, mounts, chdir, hasFilter, hasNetwork, hidden, etc, links, folders } = plan
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', ...(hasNetwork ? ['--share-net'] : [])],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--uid', '1000', '--gid', '1000'],
    ...['--hostname', 'box', '--clearenv'],
    ...env.flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--ro-bind', '/usr', '/usr'],
    ...hidden.flatMap((folder) => ['--tmpfs', folder]),
    ...links.flatMap(([path, target]) => ['--symlink', target, path]),
    ...folders.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...etc.flatMap(([from, to]) => ['--ro-bind', from, to]),
    ...(hasNetwork ? ['--ro-bind-try', '/etc/resolv.conf', '/etc/resolv.conf'] : []),
    ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev'],
    ...['--size', String(shmBytes), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', String(tmpBytes), '--tmpfs', '/tmp', ...mounts, '--chdir', chdir],
    ...['--remount-ro', '/'],
    ...(hasFilter ? ['--seccomp', '6'] : []),
  ]
}

/** The complete environment of a box. */
export const boxEnvironment: Readonly<Record<string, string>> = {
  HOME: '/work',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  USER: 'box',
  SHELL: '/bin/bash',
}
