/** What a namespace has set at a path. */
export interface Setting {
  /** JSON; `null` where nothing is set. Secrets read `"[secret]"`. */
  readonly json: string
  /** The lower-case hex SHA-256 of `json`. */
  readonly checksum: string
  /** When anything of the namespace was last changed. */
  readonly changedAtMs: number
}

/** The settings of each namespace: one JSON object, of which parts are named by dotted paths; an empty path is all. */
export interface Configuration {
  /**
   * JSON of what is at the path, `null` where nothing is.
   *
   * @param options reveal: show secrets as they were set instead of `"[secret]"`
   * @throws RpcError 404 for a namespace that has set nothing; 400 for an invalid path; 500, saying so, when a secret
   * cannot be decrypted with the key of this server
   */
  get(namespace: string, path: string, options?: { readonly reveal?: boolean }): Promise<string>
  /**
   * Puts JSON at the path: an object is merged into the one there, deeply; anything else replaces what is there. The
   * text `[secret]` over a secret keeps it, so that what was read can be written back.
   *
   * @param options secret: encrypt every value of it
   * @throws RpcError 400 for an invalid path or JSON, 413 when the settings would be too large
   */
  set(namespace: string, path: string, json: string, options?: { readonly secret?: boolean }): Promise<void>
  /** Removes what is at the path; with an empty path all of the namespace. @throws RpcError 404 as `get`, 400 */
  delete(namespace: string, path: string): Promise<void>
  /** As `get`, with when it was changed and a checksum. */
  read(namespace: string, path: string): Promise<Setting>
}
