/** The notice that a page shows after a form, by the name that the redirect puts into the address (`?done=`). */
export function noticeOf(notices: Readonly<Record<string, string>>, done: unknown): string | undefined {
  return typeof done === 'string' && Object.hasOwn(notices, done) ? notices[done] : undefined
}
