import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '../../base/once.ts'
import { boxCommand } from './bubblewrap.ts'
import { findGroups, type Groups } from './cgroups.ts'
import type { Engine, Launch, Started } from './engine.ts'
import { findPrograms } from './find-programs.ts'
import { launcherScript } from './launcher.ts'
import { exists, layout, ownEtc, prepareEtc } from './machine-files.ts'
import { measureFolder } from './measure.ts'
import { seccompFilter } from './seccomp.ts'
import type { Box, BoxesOptions, BoxesState } from './types.ts'

const lockWaitS = 30
const leastBytesPerFile = 4096
/** The folders of system administration programs, which PATH may not include. */
const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin'
/** The box's disk: its own image, a folder with its own user on the server's disk, or a folder without one. */
type Disk = 'image' | 'bound' | 'plain'

/** What this machine offers to build boxes. */
interface Means {
  readonly bwrap: string
  readonly groups: Groups
  readonly disk: Disk
  readonly filterFile: string
  readonly hasFilter: boolean
  readonly etc: readonly string[]
  readonly links: readonly (readonly [string, string])[]
  readonly folders: readonly string[]
}

/** Boxes with bubblewrap, for which the server needs no special rights; as root it can limit more. */
export async function openBubblewrap(options: BoxesOptions): Promise<Engine> {
  const isRoot = process.getuid?.() === 0 && options.asUser === undefined
  const path = `${options.path}:${systemPath}`
  const { bwrap, reason } = await findBubblewrap(path, isRoot)
  if (bwrap === undefined) return without(reason)
  const groups = await findGroups({
    limits: options.limits,
    ...(options.groupsRoot ? { root: options.groupsRoot } : {}),
  })
  const hasDisks = isRoot && (options.hasDisks ?? (await canHaveDisks(path)))
  const filter = seccompFilter()
  const filterFile = join(options.folder, 'seccomp.bpf')
  const means: Means = {
    bwrap,
    groups,
    disk: isRoot ? (hasDisks ? 'image' : 'bound') : 'plain',
    filterFile,
    hasFilter: filter !== undefined,
    ...(await layout()),
  }
  let counter = 0
  const ready = once(() => prepareFolder(options.folder, filterFile, filter))
  return {
    state: stateOf(means, isRoot),
    async prepare(launch) {
      await ready()
      counter += 1
      return start(options, means, launch, isRoot, `${process.pid}-${counter}`)
    },
    ...(means.disk === 'image' ? {} : { measure: (box) => measureFolder(folderOf(options, box)) }),
    has: (box) => exists(imageOf(options, box)).then((is) => is || exists(folderOf(options, box))),
    async remove(box) {
      for (const file of [imageOf(options, box), `${imageOf(options, box)}.new`, lockOf(options, box)]) {
        await rm(file, { force: true })
      }
      await rm(folderOf(options, box), { recursive: true, force: true })
    },
    clear: () => rm(options.folder, { recursive: true, force: true }),
  }
}

const needed = ['bwrap', 'bash', 'setpriv', 'prlimit', 'timeout', 'tail', 'flock'] as const
const neededByRoot = ['unshare', 'mount'] as const

/** Where bubblewrap is, or why it cannot run boxes. */
async function findBubblewrap(
  path: string,
  isRoot: boolean,
): Promise<{ bwrap: string; reason?: undefined } | { bwrap?: undefined; reason: string }> {
  if (process.platform !== 'linux') return { reason: 'Without Linux, the shell needs SHELL_ENGINE=docker or podman.' }
  const { found, missing } = await findPrograms([...needed, ...(isRoot ? neededByRoot : [])], path)
  if (missing.length === 0 && found.bwrap) return { bwrap: found.bwrap }
  const what = missing.map((name) => (name === 'bwrap' ? 'bubblewrap' : name)).join(', ')
  return {
    reason: `The shell needs ${what}, which this machine does not have. Install it (on Debian: apt-get install bubblewrap).`,
  }
}

/** The folder of all boxes, with the files that each box gets. */
async function prepareFolder(folder: string, filterFile: string, filter: Buffer | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  await writeFile(filterFile, filter ?? Buffer.alloc(0))
  await prepareEtc(join(folder, 'etc'))
}

function without(reason: string): Engine {
  const refuse = () => Promise.reject(new Error(reason))
  const nothing = async () => undefined
  return {
    state: { kind: 'missing', reason },
    prepare: refuse,
    has: async () => false,
    remove: nothing,
    clear: nothing,
  }
}

const imageOf = ({ folder }: BoxesOptions, { id }: Box) => join(folder, `${id}.ext4`)
const folderOf = ({ folder }: BoxesOptions, { id }: Box) => join(folder, id)
const lockOf = ({ folder }: BoxesOptions, { id }: Box) => join(folder, `${id}.lock`)

async function canHaveDisks(path: string): Promise<boolean> {
  const { missing } = await findPrograms(['mkfs.ext4', 'truncate'], path)
  return missing.length === 0 && (await exists('/dev/loop-control'))
}

function stateOf({ groups, disk, hasFilter }: Means, isRoot: boolean): BoxesState {
  const unlimited = [
    ...(groups.limited.has('memory') ? [] : ['total memory of a box (each process has its limit)']),
    ...(groups.limited.has('cpu') ? [] : ['share of the CPU']),
    ...(groups.limited.has('processes') || isRoot ? [] : ['processes of a box separately from those of the server']),
    ...(disk === 'image' ? [] : ['disk while a command runs (measured every second)']),
    ...(hasFilter ? [] : ['system calls']),
    ...(isRoot ? [] : ['user of each box separate from that of the server']),
  ]
  const detail = `bubblewrap, ${isRoot ? 'a user for each box' : 'the same user as the server'}`
  return { kind: 'works', detail, unlimited }
}

const ownEtcFrom = (folder: string) => Object.keys(ownEtc).map((name) => [join(folder, name), `/etc/${name}`] as const)

async function start(
  options: BoxesOptions,
  means: Means,
  launch: Launch,
  isRoot: boolean,
  name: string,
): Promise<Started> {
  const { limits, hasNetwork, hidden, firstUid } = options
  const { box, timeLimitS, fileBytes } = launch
  const uid = isRoot ? firstUid + box.number : undefined
  const group = await means.groups.create(name)
  const inner = boxCommand({
    program: means.bwrap,
    work: means.disk === 'plain' ? folderOf(options, box) : '/mnt/work',
    memoryBytes: limits.memoryBytes,
    limitsEachProcess: !means.groups.limited.has('memory'),
    processes: limits.processes,
    fileBytes,
    uid,
    hasFilter: means.hasFilter,
    hasNetwork,
    hidden: hidden.filter((folder) => `${folder}/`.startsWith('/usr/')),
    etc: [
      ...means.etc.map((file) => [file, file] as const),
      ...ownEtcFrom(isRoot ? '/mnt/etc' : join(options.folder, 'etc')),
    ],
    links: means.links,
    folders: means.folders,
    timeLimitS,
    command: launch.command,
  })
  const apart = isRoot ? ['unshare', '--mount', '--propagation', 'private', '--'] : []
  return {
    command: ['setpriv', '--pdeathsig=KILL', '--', ...apart, 'bash', '-c', launcherScript, 'box', ...inner],
    env: {
      PATH: systemPath,
      BOX_LOCK: lockOf(options, box),
      BOX_LOCK_S: String(lockWaitS),
      BOX_DISK: means.disk,
      BOX_ETC: join(options.folder, 'etc'),
      BOX_IMAGE: imageOf(options, box),
      BOX_FOLDER: folderOf(options, box),
      BOX_DISK_BYTES: String(limits.diskBytes),
      // The inode table also takes space on the disk.
      BOX_FILES: String(Math.min(limits.files, Math.floor(limits.diskBytes / leastBytesPerFile))),
      BOX_UID: String(uid ?? ''),
      BOX_GROUPS: group.procs.join(' '),
      BOX_TAIL: String(launch.tailBytes),
      BOX_FILTER: means.filterFile,
    },
    async done() {
      const ranOutOfMemory = await group.ranOutOfMemory()
      await group.remove()
      return { ranOutOfMemory }
    },
  }
}
