/** Frames of HTTP/2 byte by byte, for what Node's own client and server do not send. */

export const frameTypes = { headers: 1, resetStream: 3, settings: 4 } as const
export const frameFlags = { none: 0, endStream: 1, endHeaders: 4, acknowledge: 1 } as const

/** A frame (RFC 9113, 4.1). */
export function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A header as it is written without a table (RFC 7541, 6.2.2). Both texts are ASCII, and shorter than 127 characters. */
export function field(name: string, value: string): Buffer {
  const text = (ascii: string) => Buffer.concat([Buffer.from([ascii.length]), Buffer.from(ascii)])
  return Buffer.concat([Buffer.from([0]), text(name), text(value)])
}
