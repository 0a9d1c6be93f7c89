import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

/** What this process has tried to reach on a network. */
export interface Attempts {
  /** Each connection and each name that was looked up, in order. */
  readonly seen: readonly string[]
  stop(): void
}

const lookups = ['resolve', 'resolve4', 'resolve6', 'resolveMx', 'resolveTxt', 'resolveAny'] as const

/**
 * Records every connection that this process opens from now on, except to one port of this machine, and every name that it
 * looks up. All of them fail, so that a test needs no network.
 *
 * @param ownPort where the tests call the server under test
 */
export function recordAttempts(ownPort: number): Attempts {
  const seen: string[] = []
  const undo: (() => void)[] = []
  const replace = <Of extends object>(owner: Of, name: keyof Of & string, make: (before: never) => unknown) => {
    const before = owner[name]
    Object.assign(owner, { [name]: make(before as never) })
    undo.push(() => Object.assign(owner, { [name]: before }))
  }
  const refuse =
    (what: string) =>
    (...args: readonly unknown[]) => {
      seen.push(`${what} ${String(args[0])}`)
      const error = Object.assign(new Error('recorded'), { code: 'ENOTFOUND' })
      const done = args.at(-1)
      if (typeof done === 'function') return done(error)
      return Promise.reject(error)
    }
  replace(Socket.prototype, 'connect', (connect: (...args: unknown[]) => Socket) => {
    return function (this: Socket, ...args: unknown[]) {
      const [options] = args.flat(2) as [{ port?: number | string; host?: string; path?: string }]
      if (Number(options.port) === ownPort) return connect.apply(this, args)
      seen.push(`connect ${options.path ?? `${options.host}:${options.port}`}`)
      queueMicrotask(() => this.destroy(new Error('recorded')))
      return this
    }
  })
  replace(dns, 'lookup', () => refuse('lookup'))
  replace(dns.promises, 'lookup', () => refuse('lookup'))
  for (const owner of [dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const name of lookups) replace(owner, name, () => refuse(name))
  }
  syncBuiltinESMExports()
  return {
    seen,
    stop() {
      for (const each of undo) each()
      syncBuiltinESMExports()
    },
  }
}
