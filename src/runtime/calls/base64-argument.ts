const names = new WeakMap<object, string>()

/**
 * Marks the handler of a method that takes one argument as long base64. Where `ctx.decoded` is given it holds that argument's
 * bytes, which have been decoded as they came; to read the argument itself then encodes them again.
 *
 * @param argument its name; no rule of the document but its length may refuse base64 there
 */
export function takesBase64<Handler extends object>(argument: string, handler: Handler): Handler {
  names.set(handler, argument)
  return handler
}

/** The argument of a handler that may be decoded as it comes, if there is one. */
export function base64ArgumentOf(handler: object): string | undefined {
  return names.get(handler)
}
