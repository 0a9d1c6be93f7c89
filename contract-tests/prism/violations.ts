interface Violation {
  readonly location: readonly string[]
  readonly message: string
}

/**
 * Fails when the proxy reported a fault of a response, or of a call that succeeded: a call that is refused may be wrong
 * on purpose.
 */
export function checkViolations(operationId: string, { status, headers }: { status: number; headers: Headers }): void {
  const all: Violation[] = JSON.parse(headers.get('sl-violations') ?? '[]')
  const found = status < 300 ? all : all.filter(({ location }) => location[0] === 'response')
  if (found.length > 0)
    throw new Error(`${operationId} returned ${status}; the proxy reported ${JSON.stringify(found)}`)
}
