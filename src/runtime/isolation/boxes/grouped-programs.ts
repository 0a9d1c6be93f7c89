import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findGroups, type Group, type GroupLimits } from './cgroups.ts'

/** Becomes the program after it has joined the group, so that everything the program starts is also in it. */
const script = `#!/bin/sh
for group in $ONEDOOR_GROUPS; do
  echo $$ > "$group" || { echo 'the limits cannot be set' >&2; exit 126; }
done
program=$ONEDOOR_PROGRAM
unset ONEDOOR_GROUPS ONEDOOR_PROGRAM
exec "$program" "$@"
`

/**
 * Finds out whether programs can be limited as a whole. If not, they are started without limits.
 *
 * @param folder for the script that joins a group; nothing is written if no groups are available
 * @param root the mount point of control groups
 */
export async function openGroupedPrograms({
  limits,
  folder,
  root,
}: {
  limits: Partial<GroupLimits>
  folder: string
  root?: string
}) {
  const groups = await findGroups({ limits, ...(root === undefined ? {} : { root }) })
  const entering = groups.limited.size > 0 ? await writeScript(folder) : undefined
  if (entering === undefined) return { isMemoryLimited: false, placeFor: async (file: string) => placeOf(file) }
  return {
    /** Whether the memory of a program is limited here. */
    isMemoryLimited: groups.limited.has('memory'),
    /** @param name of the group, unique on this machine */
    async placeFor(program: string, name: string): Promise<ProgramPlace> {
      return placeOf(entering, await groups.create(name), program)
    },
  }
}

/** Starts programs that others launch, such as a browser, in control groups. */
export type GroupedPrograms = Awaited<ReturnType<typeof openGroupedPrograms>>

function placeOf(file: string, group?: Group, program = '') {
  return {
    /** What to start instead of the program, with the same arguments. */
    file,
    /** In addition to the program's environment. */
    env: group ? { ONEDOOR_GROUPS: group.procs.join(' '), ONEDOOR_PROGRAM: program } : {},
    /** Whether the kernel has killed one of its processes because it ran out of memory. */
    ranOutOfMemory: async () => (await group?.ranOutOfMemory()) ?? false,
    /** Call it after the program has ended. */
    remove: async () => group?.remove(),
  }
}

/** A place for one program, in its own control group. */
export type ProgramPlace = ReturnType<typeof placeOf>

/** Undefined if nothing may be written there, or nothing run from there. */
async function writeScript(folder: string): Promise<string | undefined> {
  const file = join(folder, 'enter-group.sh')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Another server may be running it right now.
    const present = await readFile(file, 'utf8').catch(() => undefined)
    if (present !== script) await writeFile(file, script, { mode: 0o700 })
    await access(file, constants.X_OK)
    return file
  } catch {
    return undefined
  }
}
