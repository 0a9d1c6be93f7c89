/**
 * A value that is made at its first use and then kept. For what a module would otherwise make when it is loaded: the first
 * formatter of `Intl` loads data of Node's that a server which is not called does not need.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
