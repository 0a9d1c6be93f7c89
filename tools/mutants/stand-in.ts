/** The texts of this moment: the test runner loads its configuration on its own, so both find them here. */
const holder = globalThis as { standIns?: ReadonlyMap<string, string> | undefined }

/** Sets which texts files have from now on, by their paths. */
export function putInPlace(texts: ReadonlyMap<string, string>): void {
  holder.standIns = texts
}

/** The text that stands in for a file, if one does. */
export function standIn(file: string): string | undefined {
  return holder.standIns?.get(file)
}
