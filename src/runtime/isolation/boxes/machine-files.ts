import { access, lstat, mkdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What of the machine's files is shown to what is confined, beside /usr. */
export interface MachineLayout {
  readonly etc: readonly string[]
  /** Folders of the top level that lead into /usr, such as `/bin`, and where to. */
  readonly links: readonly (readonly [path: string, target: string])[]
  /** Folders of the top level that are none of those, such as `/lib64` on older systems. */
  readonly folders: readonly string[]
}

/** Of /etc: what programs read and what is the same on every machine. */
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
/** Of /etc: what would tell of this machine, and is the box's own instead. */
export const ownEtc = {
  passwd: 'box:x:1000:1000:box:/work:/bin/bash\n',
  group: 'box:x:1000:\n',
  hosts: '127.0.0.1 localhost box\n::1 localhost box\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
}
const topFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

/** Writes what of /etc is its own. */
export async function prepareEtc(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  for (const [name, text] of Object.entries(ownEtc)) await writeFile(join(folder, name), text)
}

export const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** Which of the top folders lead into /usr, which are folders of their own, and what there is of /etc. */
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
