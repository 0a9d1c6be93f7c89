import { Busboy } from '@fastify/busboy'
import { RpcError } from '../rpc-errors.ts'
import { type FieldTree, fieldReader } from './fields.ts'

/** More than a message has fields; limits the memory that one body can use. */
const maxParts = 1000
const maxFieldNameBytes = 1000

/**
 * The fields of a multipart form: texts as they are, files in base64.
 *
 * @param contentType with the boundary
 * @throws RpcError 400 for a malformed body
 */
export async function multipartFields(contentType: string, body: Buffer): Promise<FieldTree> {
  const reader = fieldReader(true)
  await eachPart(contentType, body, (name, text) => reader.add(name, text))
  return reader.tree
}

function eachPart(contentType: string, body: Buffer, give: (name: string, text: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (failure: unknown) => reject(failure instanceof RpcError ? failure : malformed(failure))
  const guarded = (name: string, text: string) => {
    try {
      give(name, text)
    } catch (failure) {
      fail(failure)
    }
  }
  try {
    const limits = { fieldNameSize: maxFieldNameBytes, fieldSize: body.length, fileSize: body.length, parts: maxParts }
    const form = new Busboy({ headers: { 'content-type': contentType }, limits })
    form.on('field', (name, value, nameCut) => (nameCut ? fail('a field name is too long') : guarded(name, value)))
    form.on('file', (name, file) => {
      const chunks: Buffer[] = []
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      file.on('end', () => guarded(name, Buffer.concat(chunks).toString('base64')))
    })
    form.on('partsLimit', () => fail('there are too many parts'))
    form.on('error', fail)
    form.on('finish', resolve)
    form.end(body)
  } catch (failure) {
    fail(failure)
  }
  return promise
}

function malformed(cause: unknown): RpcError {
  return new RpcError('invalid_argument', 'gateway', 'The body is not well-formed multipart/form-data.', { cause })
}
