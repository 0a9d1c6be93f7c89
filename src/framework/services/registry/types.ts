/** The shape of a field of a request or response, as a service describes itself. */
export interface ValueShape {
  readonly name: string
  readonly type: string
  readonly values: ValueShape[]
}

/** One place where a service listens, for gRPC without TLS. */
export interface ServiceNode {
  readonly id: string
  /** A host name or an IP address. */
  readonly address: string
  readonly port: number
  /** Where else the port was given: clients of the older form read it where they wrote it. */
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

/** Changes since `ready`. Iterating ends when the signal of the watch aborts. */
export interface RegistryWatch extends AsyncIterable<RegistryChange> {
  /** Resolves once no change can be missed; rejects if watching is impossible. */
  readonly ready: Promise<void>
}

/**
 * Which services exist and where they listen. Records must already be checked (`checkRecord`).
 */
export interface Registry {
  /**
   * Adds the nodes of the record to its version, or renews them; metadata and endpoints replace those of the version.
   *
   * @param ttlS seconds until the nodes expire unless they are registered again
   */
  register(namespace: string, service: ServiceRecord, ttlS: number): Promise<void>
  /** Removes the nodes, all of the version if the record has none; a version without nodes is deleted. */
  deregister(namespace: string, service: ServiceRecord): Promise<void>
  /** One record per version, sorted by version; empty for an unknown service. */
  get(namespace: string, name: string): Promise<ServiceRecord[]>
  /** Every version of every service of the namespace, sorted by name and version. */
  list(namespace: string): Promise<ServiceRecord[]>
  /**
   * Changes of one service, or of all when `name` is undefined, including expired nodes. A watcher that
   * falls too far behind is cut off: iterating throws an RpcError 503.
   */
  watch(namespace: string, name: string | undefined, signal: AbortSignal): RegistryWatch
  /**
   * Removes expired nodes and reports changes to watchers, including changes by other processes. Runs automatically
   * while anyone watches; who moves the clock calls it as needed.
   */
  poll(): Promise<void>
  /** When `poll` next finds an expired node, in epoch milliseconds; missing if not by the clock. */
  nextDue?(): Promise<number | undefined>
  /** Removes expired nodes, watched or not. Resolves with how many versions that changed. */
  purge(): Promise<number>
  /** Ends the watches and releases the engine's resources. */
  close(): Promise<void>
}
