/** What a field of a request or an answer holds, as a service describes itself. */
export interface ValueShape {
  readonly name: string
  readonly type: string
  readonly values: readonly ValueShape[]
}

/** One place where a service listens, for gRPC without TLS. */
export interface ServiceNode {
  readonly id: string
  /** A host name or an IP address. */
  readonly address: string
  readonly port: number
  /** Where the port was given, if not in its field alone: clients of the older form read it where they wrote it. */
  readonly portIn?: 'address' | 'both'
  readonly metadata: Readonly<Record<string, string>>
}

/** One method of a service: `<Interface>.<Method>`. */
export interface ServiceEndpoint {
  readonly name: string
  readonly request?: ValueShape
  readonly response?: ValueShape
  readonly metadata: Readonly<Record<string, string>>
}

/** One version of a service with the nodes that run it. */
export interface ServiceRecord {
  readonly name: string
  readonly version: string
  readonly metadata: Readonly<Record<string, string>>
  readonly endpoints: readonly ServiceEndpoint[]
  readonly nodes: readonly ServiceNode[]
}

export interface RegistryChange {
  readonly action: 'create' | 'update' | 'delete'
  /** The version after the change; for a deletion, before it. */
  readonly service: ServiceRecord
  readonly atMs: number
}

/** Changes from the moment of `ready` on. Iterating ends when the signal of the watch aborts. */
export interface RegistryWatch extends AsyncIterable<RegistryChange> {
  /** Resolves once no change can be missed any more; rejects when watching is impossible. */
  readonly ready: Promise<void>
}

/**
 * Which services there are and where they listen. Records that come in are taken as checked (`checkRecord`).
 */
export interface Registry {
  /**
   * Adds the nodes of the record to its version, or renews them; metadata and endpoints replace those of the version.
   *
   * @param ttlS seconds until the nodes are gone unless they are registered again
   */
  register(namespace: string, service: ServiceRecord, ttlS: number): Promise<void>
  /** Takes the nodes out, all of the version when the record has none; a version without nodes is gone. */
  deregister(namespace: string, service: ServiceRecord): Promise<void>
  /** One record per version, sorted by version; empty for an unknown service. */
  get(namespace: string, name: string): Promise<ServiceRecord[]>
  /** Every version of every service of the namespace, sorted by name and version. */
  list(namespace: string): Promise<ServiceRecord[]>
  /**
   * Changes of one service, or of all when `name` is undefined, nodes that run out of time included. A watcher that
   * falls too far behind is cut off: iterating throws an RpcError 503.
   */
  watch(namespace: string, name: string | undefined, signal: AbortSignal): RegistryWatch
  /** Ends the watches and releases what the engine holds. */
  close(): Promise<void>
}
