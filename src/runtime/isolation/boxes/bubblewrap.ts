/** What a box shows of the machine and what it may use. */
export interface BoxPlan {
  /** `bwrap` itself. */
  readonly program: string
  /** The folder that is `/work` in the box. */
  readonly work: string
  readonly memoryBytes: number
  /** Whether `memoryBytes` is each process's own limit, because they have none together. */
  readonly limitsEachProcess: boolean
  readonly processes: number
  readonly fileBytes: number
  /** The user that the box runs as on the machine; undefined for the user of the server. */
  readonly uid: number | undefined
  readonly hasFilter: boolean
  /** Whether it has the network of the machine; it has none otherwise. */
  readonly hasNetwork: boolean
  /** Folders under /usr that belong to the server and are hidden. */
  readonly hidden: readonly string[]
  /** Files that the box has in its /etc: where they are on the machine, and in the box. */
  readonly etc: readonly (readonly [from: string, to: string])[]
  /** Folders of the top level that lead into /usr, such as `/bin`, and where to. */
  readonly links: readonly (readonly [path: string, target: string])[]
  /** Folders of the top level that are none of those, such as `/lib64` on older systems. */
  readonly folders: readonly string[]
  readonly timeLimitS: number
  readonly command: readonly string[]
}

/** Of the temporary folders of a box; what is in them counts as its memory. */
const tmpBytes = 64 * 1024 * 1024
const shmBytes = 16 * 1024 * 1024

const openFiles = 1024
/** How long a box has between being asked to end and being ended. */
const graceS = 2

/**
 * The command line of a box: with a user and limits of its own, and a time limit, bubblewrap with new namespaces of every
 * kind, no capability, and of the machine's files only /usr and what programs need of /etc, read-only. Everything in it ends with
 * the one process that starts it, and that with the server.
 */
export function boxCommand(plan: BoxPlan): string[] {
  const { uid, memoryBytes, limitsEachProcess, processes, fileBytes, timeLimitS } = plan
  const user = uid === undefined ? [] : [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--bounding-set=-all']
  return [
    ...['setpriv', '--no-new-privs', ...user, '--'],
    // In a step of its own: changing the user takes it back.
    ...['setpriv', '--pdeathsig=KILL', '--'],
    ...['prlimit', '--core=0', `--nofile=${openFiles}`, `--fsize=${fileBytes}`],
    ...(uid === undefined ? [] : [`--nproc=${processes}`]),
    ...(limitsEachProcess ? [`--as=${memoryBytes}`] : []),
    '--',
    // In the foreground its signals reach only bubblewrap, whose end is that of everything in it.
    // What starts the box is a process in it, whose first environment everything there can read.
    ...['env', '--ignore-environment', 'PATH=/usr/bin:/bin'],
    ...['timeout', '--foreground', `--kill-after=${graceS}`, String(timeLimitS)],
    ...bubblewrap(plan),
    '--',
    // Outside, the processes of a shared user would be those of the server, too.
    ...(uid === undefined ? ['prlimit', `--nproc=${processes}`, '--'] : []),
    ...plan.command,
  ]
}

function bubblewrap(plan: BoxPlan): string[] {
  const { program, work } = plan
  const mounts = ['--bind', work, '/work']
  return [program, ...bubblewrapOptions({ ...plan, env: Object.entries(boxEnvironment), mounts, chdir: '/work' })]
}

/** What bubblewrap shows of the machine, and with which environment. */
export interface BubblewrapPlan
  extends Pick<BoxPlan, 'hasFilter' | 'hasNetwork' | 'hidden' | 'etc' | 'links' | 'folders'> {
  readonly env: readonly (readonly [name: string, value: string])[]
  /** Options that mount what is its own. */
  readonly mounts: readonly string[]
  readonly chdir: string
}

/** The options of bubblewrap, which has a filter of system calls on descriptor 6. */
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

/** All of the environment of a box. */
export const boxEnvironment: Readonly<Record<string, string>> = {
  HOME: '/work',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  USER: 'box',
  SHELL: '/bin/bash',
}
