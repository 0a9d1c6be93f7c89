import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '../../base/once.ts'
import { boxCommand } from './bubblewrap.ts'
import { findGroups, type Groups } from './cgroups.ts'
import type { Engine, Launch, Started } from './engine.ts'
import { findPrograms } from './find-programs.ts'
import { exists, layout, ownEtc, prepareEtc } from './machine-files.ts'
import { measureFolder } from './measure.ts'
import { seccompFilter } from './seccomp.ts'
import type { Box, BoxesOptions, BoxesState } from './types.ts'

const defaultLockWaitS = 30
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
  if (process.platform !== 'linux')
    return { reason: 'On systems other than Linux, the shell needs SHELL_ENGINE=docker or podman.' }
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
  return {
    command: [...launcher(isRoot), ...inner],
    env: launcherEnvironment(options, means, launch, { uid, groups: group.procs }),
    async done() {
      const ranOutOfMemory = await group.ranOutOfMemory()
      await group.remove()
      return { ranOutOfMemory }
    },
  }
}

function launcher(isRoot: boolean): string[] {
  const apart = isRoot ? ['unshare', '--mount', '--propagation', 'private', '--'] : []
  return ['setpriv', '--pdeathsig=KILL', '--', ...apart, 'bash', '--norc', '--noprofile', '-c', launcherScript, 'box']
}

function launcherEnvironment(
  options: BoxesOptions,
  means: Means,
  { box, tailBytes }: Launch,
  { uid, groups }: { readonly uid: number | undefined; readonly groups: readonly string[] },
) {
  const { limits } = options
  return {
    PATH: systemPath,
    BOX_LOCK: lockOf(options, box),
    BOX_LOCK_S: String(options.lockWaitS ?? defaultLockWaitS),
    BOX_DISK: means.disk,
    BOX_ETC: join(options.folder, 'etc'),
    BOX_IMAGE: imageOf(options, box),
    BOX_FOLDER: folderOf(options, box),
    BOX_DISK_BYTES: String(limits.diskBytes),
    // The inode table also takes space on the disk.
    BOX_FILES: String(Math.min(limits.files, Math.floor(limits.diskBytes / leastBytesPerFile))),
    BOX_UID: String(uid ?? ''),
    BOX_GROUPS: groups.join(' '),
    BOX_TAIL: String(tailBytes),
    BOX_FILTER: means.filterFile,
  }
}

/*
 * The bash script that prepares a box and starts it. It runs before the confinement, as the user of the server, and is
 * configured by its environment. It reports on descriptor 3 how the run went; 4 becomes the 5 of the box, where the program in
 * it reports what it found before it starts the command. 9 is the lock of the box, which the end of the script releases.
 */
const launcherScript = `
set -u
# It ends the command early: \`timeout\` takes it as the end of its time.
trap '' ALRM
fail() { echo "fault $*" >&3; exit 1; }

# Close everything that the server has inherited and left open.
for open in /proc/self/fd/*; do
  case \${open##*/} in [0-4]) ;; *) eval "exec \${open##*/}>&-" 2>/dev/null ;; esac
done

exec 9>>"$BOX_LOCK" || fail the lock cannot be opened
flock -w "$BOX_LOCK_S" 9 || fail locked

if [ "$BOX_DISK" != plain ]; then
  mount -t tmpfs -o size=256k,mode=755 tmpfs /mnt && mkdir /mnt/work && cp -r "$BOX_ETC" /mnt/etc || fail no file system can be mounted
fi
case "$BOX_DISK" in
  image)
    if [ ! -e "$BOX_IMAGE" ]; then
      rm -f "$BOX_IMAGE.new"
      (umask 077 && truncate -s "$BOX_DISK_BYTES" "$BOX_IMAGE.new") &&
        mkfs.ext4 -q -F -m 0 -N "$BOX_FILES" -E "root_owner=$BOX_UID:$BOX_UID" "$BOX_IMAGE.new" &&
        mv "$BOX_IMAGE.new" "$BOX_IMAGE" || fail the disk cannot be made
    fi
    # Older releases made disks that every user of the machine could read.
    chmod 600 "$BOX_IMAGE" || fail the disk cannot be used
    mount -o loop,nosuid,nodev,noatime,discard "$BOX_IMAGE" /mnt/work || fail the disk cannot be mounted
    # A command may have taken away its own access, which would lock the account out for good.
    chown "$BOX_UID:$BOX_UID" /mnt/work && chmod u+rwx /mnt/work || fail the disk cannot be used
    rmdir /mnt/work/lost+found 2>/dev/null ;;
  bound)
    mkdir -p "$BOX_FOLDER" && chown "$BOX_UID:$BOX_UID" "$BOX_FOLDER" && chmod 700 "$BOX_FOLDER" &&
      mount --bind "$BOX_FOLDER" /mnt/work || fail the folder cannot be used ;;
  plain)
    mkdir -p "$BOX_FOLDER" && chmod u+rwx "$BOX_FOLDER" || fail the folder cannot be used ;;
esac

for group in $BOX_GROUPS; do
  echo $$ > "$group" || fail the limits cannot be set
done

echo begun >&3
# Output before the returned end is discarded here, not in the server. This process starts the box directly, without one in
# between, so that both end together.
if [ "$BOX_TAIL" = 0 ]; then
  "$@" 2>/dev/null 5>&4 3>&- 4>&- 9>&- 6<"$BOX_FILTER"
  code=$?
else
  exec 8> >(exec tail -c "$BOX_TAIL" 3>&- 4>&- 9>&-)
  tail=$!
  "$@" >&8 2>&1 5>&4 3>&- 4>&- 8>&- 9>&- 6<"$BOX_FILTER"
  code=$?
  exec 8>&-
  wait $tail
fi
echo "exit $code" >&3
if [ "$BOX_DISK" = image ]; then
  echo "used $(stat -f -c '%S %b %f %c %d' /mnt/work)" >&3
else
  echo "used $(du -s -x --block-size=1 "$BOX_FOLDER" 2>/dev/null | cut -f1) $(du -s -x --inodes "$BOX_FOLDER" 2>/dev/null | cut -f1)" >&3
fi
exit 0
`
