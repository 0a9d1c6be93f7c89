/** The time since the machine started, in milliseconds. All processes share it, and it never jumps. */
export const machineTimeMs = () => Number(process.hrtime.bigint()) / 1e6
