// Written by `npm run generate` from spec/. Do not edit.
import type { OnedoorClient } from './index.js'
import type { SandboxOptions, SandboxWorld } from './runtime/sandbox.js'

export type { ClockState, NewFault, SandboxAccount, SandboxOptions } from './runtime/sandbox.js'

/**
 * A new world of a sandbox, for one test: the sandbox at `address` or in ONEDOOR_SANDBOX, otherwise one that the command
 * `onedoor` starts and that ends with the process.
 */
export function createSandbox(options?: SandboxOptions): Promise<SandboxWorld<OnedoorClient>>
