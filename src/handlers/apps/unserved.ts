/** Methods of the builder, which writes apps from descriptions. */
export const unserved = ['build', 'builds', 'buildstatus'] as const

export type Unserved = (typeof unserved)[number]
