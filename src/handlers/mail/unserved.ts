/** Methods that are described and not served yet. */
export const unserved = ['webmailsearch', 'webmailread'] as const

export type Unserved = (typeof unserved)[number]
