import { access, lstat, mkdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The machine's files that confined programs see, in addition to /usr. */
export interface MachineLayout {
  readonly etc: readonly string[]
  /** Top-level folders that link into /usr, such as `/bin`, with their targets. */
  readonly links: readonly (readonly [path: string, target: string])[]
  /** Top-level folders that do not, such as `/lib64` on older systems. */
  readonly folders: readonly string[]
}

/** Files of /etc that programs read and that are the same on every machine. */
const etcFiles = [
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/ssl/certs',
  '/etc/ca-certificates.conf',
  '/etc/mime.types',
  '/etc/magic',
  '/etc/protocols',
  '/etc/services',
]
/** Files of /etc that would reveal facts about this machine, and are replaced. */
export const ownEtc = {
  passwd: 'box:x:1000:1000:box:/work:/bin/bash\n',
  group: 'box:x:1000:\n',
  hosts: '127.0.0.1 localhost box\n::1 localhost box\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
}
const topFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

/** Writes the replaced files of /etc. */
export async function prepareEtc(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  for (const [name, text] of Object.entries(ownEtc)) await writeFile(join(folder, name), text)
}

export const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** Which top-level folders link into /usr, which are real folders, and which files of /etc exist. */
export async function layout(): Promise<MachineLayout> {
  const links: [string, string][] = []
  const folders: string[] = []
  for (const folder of topFolders) {
    const about = await lstat(folder).catch(() => undefined)
    if (about?.isSymbolicLink()) links.push([folder, await readlink(folder)])
    else if (about?.isDirectory()) folders.push(folder)
  }
  const present = await Promise.all(etcFiles.map(exists))
  return { links, folders, etc: etcFiles.filter((_, index) => present[index]) }
}
