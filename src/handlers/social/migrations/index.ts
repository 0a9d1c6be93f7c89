import type { Migration } from '#runtime/store/types.ts'
import * as social from './20261122-27-social.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0062-social', up: social.up }]
