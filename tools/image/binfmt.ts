import { existsSync, writeFileSync } from 'node:fs'
import { run } from '../release/commands.ts'
import { ensureQemu } from '../setup/programs.mjs'

const folder = '/proc/sys/fs/binfmt_misc'
/** The first bytes of a 64-bit little-endian ELF program for AArch64, and which bits of them count. */
const magic = String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`
const mask = String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff`

/**
 * Makes the kernel start programs of arm64 with QEMU.
 *
 * @throws Error that says what the kernel or the container around this does not allow; SetupError without QEMU
 */
export async function allowArm64(): Promise<void> {
  const qemu = await ensureQemu()
  if (existsSync(`${folder}/qemu-aarch64`)) return
  try {
    if (!existsSync(`${folder}/register`))
      await run('mount', ['-t', 'binfmt_misc', 'binfmt_misc', folder], { cwd: '/' })
    // F opens QEMU now, so that it need not be in the images.
    writeFileSync(`${folder}/register`, `:qemu-aarch64:M::${magic}:${mask}:${qemu}:F`)
  } catch (failure) {
    throw new Error(
      `Programs of arm64 cannot be run here: ${(failure as Error).message}. Run this as root of a machine, or of a privileged container.`,
    )
  }
}
