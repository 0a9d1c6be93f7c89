const names = new WeakMap<object, string>()

/**
 * Marks the handler of a method that takes one argument as long base64. If `ctx.decoded` is set it contains the argument's
 * bytes, decoded on arrival; reading the argument itself then encodes them again.
 *
 * @param argument its name; no rule of the document except its length may reject base64 there
 */
export function takesBase64<Handler extends object>(argument: string, handler: Handler): Handler {
  names.set(handler, argument)
  return handler
}

/** The argument of a handler that can be decoded on arrival, if there is one. */
export function base64ArgumentOf(handler: object): string | undefined {
  return names.get(handler)
}
