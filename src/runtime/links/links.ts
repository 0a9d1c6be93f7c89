/** What changes and reads links has to tell the redirects at `/u/<id>`, which answer and count from memory. */
export interface Links {
  /**
   * Forgets what is held of a link in memory. To be called after the commit that made, changed or deleted it: every
   * redirect that begins later sees the change.
   */
  changed(id: string): void
  /**
   * Resolves when every visit that was counted before the call, by this process, is in `links`, `link_days` and
   * `link_referrers`. To be called before counts are read.
   */
  flush(): Promise<void>
}

/** Links that are followed from the database alone: nothing is held, so nothing has to be forgotten or written. */
export function linksIn(): Links {
  return { changed: () => undefined, flush: () => Promise.resolve() }
}
