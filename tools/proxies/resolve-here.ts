import dns from 'node:dns'

/** Makes a domain and all names in it this machine, for this process. */
export function resolveHere(domain: string): void {
  const real = dns.lookup
  const lookup = (name: string, options: dns.LookupOptions, done: (...args: unknown[]) => void) => {
    if (!name.endsWith(domain)) return real(name, options, done as never)
    const address = { address: '127.0.0.1', family: 4 }
    return options.all === true ? done(null, [address]) : done(null, address.address, 4)
  }
  Object.assign(dns, { lookup })
}
