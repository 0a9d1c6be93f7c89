import type { Spot, View } from './view.ts'

/** A label with its position. */
export interface PlacedLabel {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'end' | 'middle'
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The most labels on one map. */
const maxLabels = 100
/** The size of labels on a phone, where the whole drawing is half as large. */
const letter = { width: 13, height: 24 }
const gap = 8

/**
 * Places labels next to their points, the first points first: right, left, above or below, where none covers another
 * one or leaves the map. A label without room is left out.
 */
export function placedLabels(
  points: readonly { readonly point: { readonly label?: string }; readonly spot: Spot }[],
  view: Pick<View, 'width' | 'height'>,
): PlacedLabel[] {
  const boxes: Box[] = []
  const placed: PlacedLabel[] = []
  for (const { point, spot } of points) {
    if (point.label === undefined || placed.length >= maxLabels) continue
    for (const label of candidates(point.label, spot)) {
      const box = boxOf(label)
      if (box.left < 0 || box.right > view.width || box.top < 0 || box.bottom > view.height) continue
      if (boxes.some((other) => overlaps(box, other))) continue
      boxes.push(box)
      placed.push(label)
      break
    }
  }
  return placed
}

function candidates(text: string, { x, y }: Spot): PlacedLabel[] {
  const half = letter.height / 3
  return [
    { text, x: x + gap, y: y + half, anchor: 'start' },
    { text, x: x - gap, y: y + half, anchor: 'end' },
    { text, x, y: y - gap, anchor: 'middle' },
    { text, x, y: y + gap + letter.height * 0.8, anchor: 'middle' },
  ]
}

function boxOf({ text, x, y, anchor }: PlacedLabel): Box {
  const width = text.length * letter.width
  const left = x - { start: 0, middle: width / 2, end: width }[anchor]
  return { left, right: left + width, top: y - letter.height * 0.8, bottom: y + letter.height * 0.2 }
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
