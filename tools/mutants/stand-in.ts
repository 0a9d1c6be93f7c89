/** The mutated file of this moment: the test runner loads its configuration on its own, so both find it here. */
const holder = globalThis as { mutant?: { readonly file: string; readonly text: string } | undefined }

/** Sets which text a file has from now on; undefined for none. */
export function putInPlace(mutant: { readonly file: string; readonly text: string } | undefined): void {
  holder.mutant = mutant
}

/** The text that stands in for a file, if one does. */
export function standIn(file: string): string | undefined {
  return holder.mutant?.file === file ? holder.mutant.text : undefined
}
