import type { Response } from 'express'
import type { Log } from '#runtime/base/log.ts'
import type { Visit } from '#runtime/kit/site.ts'

/**
 * Sends all links of an account as a file, in parts, so that memory does not grow with their number. Links that are created or
 * deleted meanwhile may or may not be in it.
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
      if (part.nextCursor === undefined) break
      part = await call('url.export', { format, cursor: part.nextCursor })
    }
    res.end(format === 'json' ? '\n]\n' : '')
  } catch (failure) {
    log.error({ requestId: res.getHeader('X-Request-Id'), err: failure }, 'export failed')
    // The response has begun: only a broken connection shows that it is incomplete.
    res.destroy()
  }
}

/** Only the first part keeps its header line. */
function csvParts(): (content: string) => string {
  let isFirst = true
  return (content) => {
    const lines = isFirst ? content : content.slice(content.indexOf('\r\n') + 2)
    isFirst = false
    return lines
  }
}

/** Joins the arrays of the parts into one; the caller writes its end. */
function jsonParts(): (content: string) => string {
  let separator = '[\n'
  return (content) => {
    const records = (JSON.parse(content) as unknown[]).map((record) => JSON.stringify(record))
    const text = records.map((record, index) => `${index === 0 ? separator : ',\n'}${record}`).join('')
    if (records.length > 0) separator = ',\n'
    return records.length === 0 && separator === '[\n' ? '[' : text
  }
}
