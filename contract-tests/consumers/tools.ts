import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../src/testing/program.ts'

/** The folder of the generators and their output. */
export const workFolder = join(root, '.cache/consumers')

/** The document that the generators read, as a file. */
export const documentFile = join(root, 'generated/openapi.json')

const maxOutputBytes = 64 * 1024 * 1024
const shownOfFailure = 1500

/**
 * Runs a program and returns its output.
 *
 * @throws Error with the end of its output if it fails
 */
export async function run(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { cwd = workFolder, env } = options
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: maxOutputBytes,
    })
    return `${stdout}${stderr}`
  } catch (failure) {
    const { stdout = '', stderr = '' } = failure as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args[0]} failed:\n${`${stdout}${stderr}`.trim().slice(-shownOfFailure)}`)
  }
}

/** Whether the program is on this machine. */
export async function isThere(program: string, ...args: string[]): Promise<boolean> {
  return run(program, args.length > 0 ? args : ['--version'], { cwd: root }).then(
    () => true,
    () => false,
  )
}

/** An empty folder for the output of a generator. */
export async function emptyFolder(name: string): Promise<string> {
  const folder = join(workFolder, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}
