import type { Response } from 'express'
import type { Log } from '#runtime/base/log.ts'
import type { Visit } from '#runtime/calls/site.ts'

/**
 * Sends all links of an account as a file, a part after the other, so that their number does not matter. What is made or
 * deleted meanwhile may be in it or not.
 */
export async function sendExport(res: Response, format: 'csv' | 'json', call: Visit['call'], log: Log): Promise<void> {
  const first = await call('url.export', { format })
  res.attachment(`links.${format}`).type(first.contentType)
  try {
    let part = first
    const write = format === 'csv' ? csvParts() : jsonParts()
    for (;;) {
      if (res.destroyed) return
      if (!res.write(write(part.content)))
        await new Promise((resolve) => res.once('drain', resolve).once('close', resolve))
      if (part.nextOffset === undefined) break
      part = await call('url.export', { format, offset: part.nextOffset })
    }
    res.end(format === 'json' ? '\n]\n' : '')
  } catch (failure) {
    log.error({ requestId: res.getHeader('X-Request-Id'), err: failure }, 'an export broke off')
    // The answer has begun: only a broken connection still tells that it is not whole.
    res.destroy()
  }
}

/** Only the first part keeps its line of names. */
function csvParts(): (content: string) => string {
  let isFirst = true
  return (content) => {
    const lines = isFirst ? content : content.slice(content.indexOf('\r\n') + 2)
    isFirst = false
    return lines
  }
}

/** One array out of those of the parts; its end is not written here. */
function jsonParts(): (content: string) => string {
  let separator = '[\n'
  return (content) => {
    const records = (JSON.parse(content) as unknown[]).map((record) => JSON.stringify(record))
    const text = records.map((record, index) => `${index === 0 ? separator : ',\n'}${record}`).join('')
    if (records.length > 0) separator = ',\n'
    return records.length === 0 && separator === '[\n' ? '[' : text
  }
}
