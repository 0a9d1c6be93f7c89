/**
 * argon2id with 19 MiB, two passes and one lane: the smallest setting of the OWASP Password Storage Cheat Sheet (2 =
 * argon2id).
 */
export const ARGON2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** What the hashing thread is asked: to hash a password, or to compare it with a stored hash. */
export interface HashingJob {
  readonly id: number
  readonly password: string
  readonly stored?: string
}

/** What it answers: the hash, or whether the password is the one that was hashed. */
export type HashingAnswer =
  | { readonly id: number; readonly result: string | boolean; readonly failure?: undefined }
  | { readonly id: number; readonly failure: string }
