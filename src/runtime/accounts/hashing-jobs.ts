/**
 * argon2id with 19 MiB, two passes and one lane: the smallest setting of the OWASP Password Storage Cheat Sheet (2 =
 * argon2id).
 */
export const ARGON2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A job of the hashing thread: hashing a password, or comparing it with a stored hash. */
export interface HashingJob {
  readonly id: number
  readonly password: string
  readonly stored?: string
}

/** Its result: the hash, or whether the password matches. */
export type HashingResult =
  | { readonly id: number; readonly result: string | boolean; readonly failure?: undefined }
  | { readonly id: number; readonly failure: string }
