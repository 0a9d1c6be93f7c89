import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

/**
 * A protobuf message with U+FFFD in place of bytes that are not UTF-8. Decoding rejects the whole message because of
 * them.
 *
 * @param textFields the numbers of its fields that are text
 * @throws Error if the bytes are not a message
 */
export function withReadableText(message: Uint8Array, textFields: readonly number[]): Uint8Array {
  const reader = new BinaryReader(message)
  const writer = new BinaryWriter()
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag()
    writer.tag(field, type)
    if (type === WireType.LengthDelimited && textFields.includes(field)) writer.string(reader.string(false))
    else writer.raw(reader.skip(type, field))
  }
  return writer.finish()
}
