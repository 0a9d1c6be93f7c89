import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The limits of all processes of one box together. */
export interface GroupLimits {
  readonly memoryBytes: number
  readonly processes: number
  /** CPUs, such as 0.5. */
  readonly cpus: number
}

export type Limited = 'memory' | 'processes' | 'cpu'

/** A control group for one run. */
export interface Group {
  /** The files that a process writes its id to in order to be limited. */
  readonly procs: readonly string[]
  /** Whether the kernel has killed one of its processes because it ran out of memory. */
  ranOutOfMemory(): Promise<boolean>
  /** Deletes it after its processes have ended. */
  remove(): Promise<void>
}

export interface GroupsOptions {
  /** Limits that are not given are not set. */
  readonly limits: Partial<GroupLimits>
  /** The mount point of control groups; `/sys/fs/cgroup` if not given. */
  readonly root?: string
  /** The groups of this process, in the format of `/proc/self/cgroup`. */
  readonly own?: string
}

const periodUs = 100_000
const folderName = 'onedoor'

/** A folder in which groups can be created, and what a group in it limits. */
interface Base {
  readonly folder: string
  readonly version: 1 | 2
  readonly limited: readonly Limited[]
}

/**
 * Finds where this process may create control groups: of version 2, or of version 1, which has a tree for each kind of limit.
 *
 * @returns groups with all limits, some or none
 */
export async function findGroups({ limits, root = '/sys/fs/cgroup', own }: GroupsOptions) {
  const text = own ?? (await readFile('/proc/self/cgroup', 'utf8').catch(() => ''))
  const paths = pathsIn(text)
  const unified = await versionTwo(root, paths.get('') ?? '/')
  const bases = unified ? [unified] : await versionOne(root, paths)
  for (const { folder } of bases) await removeEmpty(folder)
  const isWanted = { memory: limits.memoryBytes, processes: limits.processes, cpu: limits.cpus }
  return {
    /** Which limits they enforce. */
    limited: new Set(bases.flatMap(({ limited }) => limited).filter((each) => isWanted[each] !== undefined)),
    create: (name: string) => createGroup(bases, name, limits),
  }
}

/** The control groups that this process may create. */
export type Groups = Awaited<ReturnType<typeof findGroups>>

/** The path of this process in the tree of each controller; version 2 has no name. */
function pathsIn(text: string): Map<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const match = /^\d+:([^:]*):(.*)$/.exec(line)
    return match ? (match[1] ?? '').split(',').map((name) => [name, match[2] ?? '/'] as const) : []
  })
  return new Map(lines)
}

async function versionTwo(root: string, own: string): Promise<Base | undefined> {
  const wanted = { memory: 'memory', pids: 'processes', cpu: 'cpu' } as const
  for (const place of new Set([join(root, own), root])) {
    try {
      const present = (await readFile(join(place, 'cgroup.controllers'), 'utf8')).trim().split(/\s+/)
      const usable = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((name) => present.includes(name))
      if (usable.length === 0) continue
      const enable = usable.map((name) => `+${name}`).join(' ')
      const folder = join(place, folderName)
      await writeFile(join(place, 'cgroup.subtree_control'), enable)
      await makeFolder(folder)
      await writeFile(join(folder, 'cgroup.subtree_control'), enable)
      return { folder, version: 2, limited: usable.map((name) => wanted[name]) }
    } catch {
      // It does not exist, is read-only, or contains processes.
    }
  }
  return undefined
}

async function versionOne(root: string, paths: ReadonlyMap<string, string>): Promise<Base[]> {
  const wanted = { memory: 'memory', pids: 'processes', cpu: 'cpu' } as const
  const bases: Base[] = []
  for (const name of Object.keys(wanted) as (keyof typeof wanted)[]) {
    for (const place of new Set([join(root, name, paths.get(name) ?? '/'), join(root, name)])) {
      const folder = join(place, folderName)
      // Only a folder that the kernel fills automatically is a group.
      const made = await makeFolder(folder)
        .then(() => readFile(join(folder, 'cgroup.procs')))
        .catch(() => undefined)
      if (!made) continue
      bases.push({ folder, version: 1, limited: [wanted[name]] })
      break
    }
  }
  return bases
}

/**
 * Never recursive: below an empty `/sys/fs/cgroup` the kernel responds ENOENT although the parent exists, and Node's
 * recursive mkdir tries again without end.
 */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EEXIST') throw failure
  })
}

/** A younger group may belong to another server that has not put its first process there yet. */
const leftAfterMs = 60_000

/** Deletes the groups of processes that were killed; groups that still contain processes cannot be deleted. */
async function removeEmpty(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Number.POSITIVE_INFINITY)
    if (entry.isDirectory() && age > leftAfterMs) await rmdir(path).catch(() => undefined)
  }
}

async function createGroup(bases: readonly Base[], name: string, limits: Partial<GroupLimits>): Promise<Group> {
  const folders: string[] = []
  for (const base of bases) {
    const folder = join(base.folder, name)
    await mkdir(folder)
    folders.push(folder)
    for (const [file, value, isOptional] of valuesOf(base, limits)) {
      await writeFile(join(folder, file), value).catch((failure: unknown) => {
        if (!isOptional) throw failure
      })
    }
  }
  return {
    procs: folders.map((folder) => join(folder, 'cgroup.procs')),
    async ranOutOfMemory() {
      const files = folders.flatMap((folder) => [join(folder, 'memory.events'), join(folder, 'memory.oom_control')])
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
      return texts.some((text) => /^oom_kill [1-9]/m.test(text))
    },
    async remove() {
      for (const folder of folders) await removeFolder(folder)
    },
  }
}

type Value = readonly [file: string, value: string, isOptional?: true]

function valuesOf({ version, limited }: Base, { memoryBytes, processes, cpus }: Partial<GroupLimits>): Value[] {
  const isOne = version === 1
  const memory = String(memoryBytes)
  const quota = String(Math.round((cpus ?? 0) * periodUs))
  const values: Record<Limited, readonly Value[]> = {
    memory: [
      [isOne ? 'memory.limit_in_bytes' : 'memory.max', memory],
      // Without swap its file is missing.
      isOne ? ['memory.memsw.limit_in_bytes', memory, true] : ['memory.swap.max', '0', true],
    ],
    processes: [['pids.max', String(processes)]],
    cpu: isOne
      ? [
          ['cpu.cfs_period_us', String(periodUs)],
          ['cpu.cfs_quota_us', quota],
        ]
      : [['cpu.max', `${quota} ${periodUs}`]],
  }
  const isGiven = { memory: memoryBytes, processes, cpu: cpus }
  return limited.filter((each) => isGiven[each] !== undefined).flatMap((each) => values[each])
}

/** The last process is counted until the kernel has noticed its end. */
async function removeFolder(folder: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      await rmdir(folder)
      return
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'EBUSY') return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
