import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Confine } from '../isolation.ts'
import { runProgram } from '../program.ts'
import { bubblewrapOptions } from './bubblewrap.ts'
import { findPrograms } from './find-programs.ts'
import { layout, ownEtc, prepareEtc } from './machine-files.ts'
import { seccompFilter } from './seccomp.ts'

export interface ConfinedProgramsOptions {
  /** For files that every program gets, such as the filter of system calls. */
  readonly folder: string
  /** The user that programs run as if the server is root. */
  readonly uid: number
  /** The folders to look for programs in, in the format of PATH. */
  readonly path: string
}

/** Whether programs can be confined on this machine. */
export type ProgramConfinement =
  | { readonly kind: 'works'; readonly confine: Confine }
  | { readonly kind: 'missing' /** One sentence: what to install. */; readonly reason: string }

/** The paths that a confined program sees. */
export const confinedFolders = { code: '/code', home: '/home' } as const

const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin'
const trialLimitMs = 20_000
const needed = ['bwrap', 'sh', 'setpriv'] as const
const neededByRoot = ['unshare', 'mount', 'chown', 'stat'] as const

/*
 * Prepares, as root, mounts for files that the programs' user could not access, visible to nobody else, and then becomes that
 * user. The folders may contain a program's links, which are not followed.
 */
const rootScript = `
set -e
user=$1 code=$2 home=$3 node=$4 etc=$5 filter=$6
shift 6
mount -t tmpfs -o size=256k,mode=755 tmpfs /mnt
mkdir /mnt/code /mnt/home
: > /mnt/node
cp -r "$etc" /mnt/etc
for folder in "$code" "$home"; do
  [ "$(stat -c %u "$folder")" = "$user" ] || chown -R -h -P "$user:$user" "$folder"
done
mount --bind "$code" /mnt/code
mount --bind "$home" /mnt/home
mount --bind "$node" /mnt/node
exec setpriv --no-new-privs --reuid="$user" --regid="$user" --clear-groups --bounding-set=-all -- "$@" 6<"$filter"
`
const plainScript = 'filter=$1; shift; exec "$@" 6<"$filter"'

/**
 * Finds out how programs can be confined with bubblewrap: with new namespaces of every kind except the network, which is the
 * machine's, no capability, a filter of system calls, and of the machine's files only /usr, what programs need of /etc, the
 * executable of the server, and the folders of the program.
 */
export async function findConfinement(options: ConfinedProgramsOptions): Promise<ProgramConfinement> {
  if (process.platform !== 'linux') return { kind: 'missing', reason: 'bubblewrap needs Linux.' }
  const isRoot = process.getuid?.() === 0
  const { found, missing } = await findPrograms([...needed, ...(isRoot ? neededByRoot : [])], options.path)
  if (missing.length > 0 || !found.bwrap) {
    const names = missing.map((name) => (name === 'bwrap' ? 'bubblewrap' : name)).join(', ')
    return {
      kind: 'missing',
      reason: `This machine does not have ${names}. Install what is missing (on Debian: apt-get install bubblewrap).`,
    }
  }
  const confine = await confineBy(found.bwrap, options, isRoot)
  const fault = await tried(confine, options.folder)
  return fault === undefined
    ? { kind: 'works', confine }
    : { kind: 'missing', reason: `bubblewrap cannot confine programs here (${fault}).` }
}

async function confineBy(bwrap: string, { folder, uid }: ConfinedProgramsOptions, isRoot: boolean): Promise<Confine> {
  const filter = seccompFilter()
  const filterFile = join(folder, 'seccomp.bpf')
  const etcFolder = join(folder, 'etc')
  await mkdir(folder, { recursive: true, mode: 0o711 })
  await writeFile(filterFile, filter ?? Buffer.alloc(0))
  await prepareEtc(etcFolder)
  const { etc, links, folders } = await layout()
  const node = process.execPath
  return ({ command, folder: code, home, env }) => {
    const from = isRoot
      ? { code: '/mnt/code', home: '/mnt/home', node: '/mnt/node', etc: '/mnt/etc' }
      : { code, home, node, etc: etcFolder }
    const args = bubblewrapOptions({
      hasFilter: filter !== undefined,
      hasNetwork: true,
      hidden: [],
      etc: [...etc.map((file) => [file, file] as const), ...ownEtcAt(from.etc)],
      links,
      folders,
      env: Object.entries(env),
      mounts: [
        ...(node.startsWith('/usr/') ? [] : ['--ro-bind', from.node, node]),
        ...['--bind', from.code, confinedFolders.code, '--bind', from.home, confinedFolders.home],
      ],
      chdir: confinedFolders.code,
    })
    const inner = [bwrap, '--args', '3', '--', ...command]
    const outer = isRoot
      ? ['unshare', '--mount', '--propagation', 'private', '--', 'sh', '-c', rootScript, 'sh', String(uid), code, home]
      : ['sh', '-c', plainScript, 'sh', filterFile]
    return {
      command: [...outer, ...(isRoot ? [node, etcFolder, filterFile] : []), ...inner],
      env: { PATH: systemPath },
      // Not on the command line, which everyone on the machine can read.
      input: `${args.join('\0')}\0`,
    }
  }
}

const ownEtcAt = (folder: string) => Object.keys(ownEtc).map((name) => [join(folder, name), `/etc/${name}`] as const)

/** Runs nothing, confined. Returns what went wrong, if anything. */
async function tried(confine: Confine, folder: string): Promise<string | undefined> {
  const place = join(folder, 'trial')
  await mkdir(place, { recursive: true, mode: 0o700 })
  const id = 'trial'
  const complaints: string[] = []
  const program = runProgram({
    ...confine({ command: ['true'], folder: place, home: place, env: {} }),
    folder: place,
    id,
    onLine: async (_stream, line) => void complaints.push(line),
    graceMs: 0,
  })
  const timer = setTimeout(() => void program.stop(), trialLimitMs)
  const { code, failure } = await program.ended.finally(() => clearTimeout(timer))
  if (code === 0) return undefined
  return failure ?? complaints.at(-1) ?? `code ${code}`
}
