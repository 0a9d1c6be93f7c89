/** The settings of a namespace at a path. */
export interface Setting {
  /** JSON; `null` if nothing is set. Secrets are `"[secret]"`. */
  readonly json: string
  /** The lower-case hex SHA-256 of `json`. */
  readonly checksum: string
  /** When the settings of the namespace last changed. */
  readonly changedAtMs: number
}

/** The settings of each namespace: one JSON object, addressed by dotted paths; the empty path is the whole. */
export interface Configuration {
  /**
   * The settings at the path as JSON; `null` if there are none.
   *
   * @param options reveal: show secrets as they were set instead of `"[secret]"`
   * @throws RpcError 404 for a namespace that has set nothing; 400 for an invalid path; 500, saying so, when a secret
   * cannot be decrypted with the key of this server
   */
  get(namespace: string, path: string, options?: { readonly reveal?: boolean }): Promise<string>
  /**
   * Sets JSON at the path: an object is merged deeply into the existing one; anything else replaces the value. The text
   * `[secret]` in place of a secret keeps it, so that a read value can be written back.
   *
   * @param options secret: encrypt every value of it
   * @throws RpcError 400 for an invalid path or JSON, 413 when the settings would be too large
   */
  set(namespace: string, path: string, json: string, options?: { readonly secret?: boolean }): Promise<void>
  /** Removes the settings at the path; with an empty path all of the namespace. @throws RpcError 404 as `get`, 400 */
  delete(namespace: string, path: string): Promise<void>
  /** As `get`, with a checksum and the time of the last change. */
  read(namespace: string, path: string): Promise<Setting>
}
