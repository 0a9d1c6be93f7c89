import type { Frame, Page } from 'playwright-core'

/**
 * Evaluates an expression in a frame, where the page's own scripts cannot have replaced what it uses, such as
 * `String.prototype.slice`. Elements with names, such as `<form name="body">`, still hide properties of `document`, so that
 * it has to read them from their prototypes.
 *
 * @param frame the main frame, or one in a separate process, such as a sandboxed one
 * @throws Error if the frame goes to another address meanwhile
 */
export async function evaluateIsolated(page: Page, frame: Frame, expression: string): Promise<unknown> {
  const session = await page.context().newCDPSession(frame)
  try {
    const { frameTree } = await session.send('Page.getFrameTree')
    const world = { frameId: frameTree.frame.id, worldName: 'onedoor' }
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', world)
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      ...{ expression, contextId, returnByValue: true },
    })
    if (exceptionDetails) throw new Error(`Evaluation failed: ${exceptionDetails.text}`)
    return result.value
  } finally {
    await session.detach().catch(() => undefined)
  }
}
