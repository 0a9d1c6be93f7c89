/** The bounds of services, uploads and logs. docs/your-own-services.md has the same numbers. */
export const runtimeBounds = {
  servicesInNamespace: 50,
  instancesOfService: 10,
  instancesInNamespace: 20,
  commandParts: 200,
  /** Of command, arguments, environment and metadata of one service together, as JSON. */
  specBytes: 64 * 1024,
  sourcesInNamespace: 20,
  /** Of an upload as it is sent. */
  sourceBytes: 64 * 1024 * 1024,
  /** Of the files in it. */
  unpackedBytes: 256 * 1024 * 1024,
  sourceEntries: 10_000,
  pathLength: 400,
  logLines: 10_000,
} as const
