/** The name of a world, as the API document has it: letters, digits and hyphens inside. */
const worldName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export function isWorldName(name: string): boolean {
  return worldName.test(name)
}

/** The path of everything in a world. */
export function worldPath(name: string): `/w/${string}` {
  return `/w/${name}`
}
