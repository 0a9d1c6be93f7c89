import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findGroups, type Group, type GroupLimits } from './cgroups.ts'

/** A place for one program, in a control group of its own. */
export interface ProgramPlace {
  /** What to start in place of the program, with the same arguments. */
  readonly file: string
  /** Beside the program's own environment. */
  readonly env: Readonly<Record<string, string>>
  /** Whether the kernel has ended one of its processes because there was no memory left. */
  ranOutOfMemory(): Promise<boolean>
  /** To be called when the program has ended. */
  remove(): Promise<void>
}

/** Starts programs that others launch, such as a browser, in control groups. */
export interface GroupedPrograms {
  /** Whether a program's memory has a bound here. */
  readonly isMemoryLimited: boolean
  /** @param name of the group, unique on this machine */
  placeFor(program: string, name: string): Promise<ProgramPlace>
}

/** Becomes the program once it is in the group, so that all that the program starts is in it, too. */
const script = `#!/bin/sh
for group in $ONEDOOR_GROUPS; do
  echo $$ > "$group" || { echo 'the limits cannot be set' >&2; exit 126; }
done
program=$ONEDOOR_PROGRAM
unset ONEDOOR_GROUPS ONEDOOR_PROGRAM
exec "$program" "$@"
`

/**
 * Finds out whether programs can be limited as a whole. Where they cannot, they are started as they are.
 *
 * @param folder for the script that enters a group; nothing is written where there are no groups
 * @param root where the kernel shows control groups
 */
export async function openGroupedPrograms({
  limits,
  folder,
  root,
}: {
  limits: Partial<GroupLimits>
  folder: string
  root?: string
}): Promise<GroupedPrograms> {
  const groups = await findGroups({ limits, ...(root === undefined ? {} : { root }) })
  const entering = groups.limited.size > 0 ? await writeScript(folder) : undefined
  if (entering === undefined) return { isMemoryLimited: false, placeFor: async (file) => placeOf(file) }
  return {
    isMemoryLimited: groups.limited.has('memory'),
    async placeFor(program, name) {
      return placeOf(entering, await groups.create(name), program)
    },
  }
}

function placeOf(file: string, group?: Group, program = ''): ProgramPlace {
  return {
    file,
    env: group ? { ONEDOOR_GROUPS: group.procs.join(' '), ONEDOOR_PROGRAM: program } : {},
    ranOutOfMemory: async () => (await group?.ranOutOfMemory()) ?? false,
    remove: async () => group?.remove(),
  }
}

/** Undefined where nothing may be written, or nothing that is there be run. */
async function writeScript(folder: string): Promise<string | undefined> {
  const file = join(folder, 'enter-group.sh')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Another server may be running it at this moment.
    const present = await readFile(file, 'utf8').catch(() => undefined)
    if (present !== script) await writeFile(file, script, { mode: 0o700 })
    await access(file, constants.X_OK)
    return file
  } catch {
    return undefined
  }
}
