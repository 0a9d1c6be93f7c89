import type { Migration } from '#runtime/store/types.ts'
import * as blog from './0008-blog.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0008-blog', up: blog.up }]
