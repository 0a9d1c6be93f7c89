import type { ErrorCorrection } from 'qr'
import { type Html, html } from '../base/html.ts'

/** How to draw a QR code. */
export interface QrOptions {
  /** Width and height in pixels. */
  readonly size: number
  /** Width of the quiet zone in modules. */
  readonly margin: number
  readonly errorCorrection: ErrorCorrection
}

/** The modules of a text's QR code with its quiet zone, row by row; true is dark. */
export async function modulesOf(text: string, { margin, errorCorrection }: QrOptions): Promise<boolean[][]> {
  const { default: encodeQR } = await import('qr')
  // The library always draws a quiet zone, so the one module of it is cut off.
  const code = encodeQR(text, 'raw', { ecc: errorCorrection, border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const blank = (length: number) => Array<boolean>(length).fill(false)
  const edge = Array.from({ length: margin }, () => blank(code.length + 2 * margin))
  return [...edge, ...code.map((row) => [...blank(margin), ...row, ...blank(margin)]), ...edge]
}

/** A text's QR code as an SVG drawing: black on white, `size` pixels wide unless it is styled otherwise. */
export async function qrSvg(text: string, options: QrOptions): Promise<Html> {
  const rows = await modulesOf(text, options)
  const width = rows.length
  const runs = rows.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${options.size}" height="${options.size}" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${width}v${width}H0z"/><path fill="#000" d="${runs.join('')}"/></svg>`
}

/** The runs of dark modules in a row. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  let start = 0
  for (let x = 0; x <= row.length; x++) {
    if (row[x]) continue
    if (x > start) runs.push([start, x - start])
    start = x + 1
  }
  return runs
}
