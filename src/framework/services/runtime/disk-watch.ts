import { measureFolder } from '#runtime/isolation/boxes/measure.ts'
import type { ReachedLimit, SandboxExit, SandboxedProgram } from '#runtime/isolation/isolation.ts'

/** How a program of a service ended, and which limit ended it. */
export interface ProgramEnd extends Omit<SandboxExit, 'limit'> {
  /** Undefined if none did. */
  readonly limit: ReachedLimit | 'disk' | undefined
}

/** Ends the programs of a service whose files take up too much space. */
export interface DiskWatch {
  /** Resolves when the program has ended, on its own or because of the disk. */
  endOf(program: SandboxedProgram): Promise<ProgramEnd>
  close(): Promise<void>
}

interface DiskWatchOptions {
  /** The folder of all files of the service. */
  readonly folder: string
  /** The space that they may take up; unlimited if undefined. */
  readonly diskMib: number | undefined
  readonly everyMs: number
  /** Called when the folder could not be measured. */
  readonly onFailure: (error: unknown) => void
}

const mebibyte = 1024 * 1024

export function watchDisk({ folder, diskMib, everyMs, onFailure }: DiskWatchOptions): DiskWatch {
  const running = new Set<SandboxedProgram>()
  const over = new WeakSet<SandboxedProgram>()
  let measuring: Promise<void> | undefined

  async function measure(maxBytes: number): Promise<void> {
    if (running.size === 0) return
    const { bytes } = await measureFolder(folder)
    if (bytes <= maxBytes) return
    for (const program of running) {
      over.add(program)
      void program.stop()
    }
  }

  function look(maxBytes: number): void {
    measuring ??= measure(maxBytes)
      .catch(onFailure)
      .finally(() => {
        measuring = undefined
      })
  }

  const timer = diskMib === undefined ? undefined : setInterval(look, everyMs, diskMib * mebibyte).unref()
  return {
    async endOf(program) {
      running.add(program)
      const exit = await program.ended.finally(() => running.delete(program))
      return over.has(program) ? { ...exit, limit: 'disk' } : exit
    },
    async close() {
      clearInterval(timer)
      await measuring
    },
  }
}
