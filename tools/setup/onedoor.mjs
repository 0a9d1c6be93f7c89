#!/usr/bin/env node
/**
 * The command `onedoor`, as `npm link` puts it into PATH: works from any folder, on the data of this checkout unless
 * DATA_DIR names another place. Arguments that are paths mean what they mean where the command is typed.
 */
import { join } from 'node:path'
import { root } from './commands.mjs'

// A sandbox uses no data, and does not start with the folder of a server.
if (process.argv[2] !== 'sandbox') process.env.DATA_DIR ||= join(root, 'data')
process.argv.splice(2, 0, 'src/cli.ts')
await import('./launch.mjs')
