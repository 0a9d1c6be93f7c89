import type { Recording } from '../../../../src/worlds/recording/plan.ts'
import type { Mark } from '../../../../src/worlds/recording/recorded-marks.ts'

/**
 * Source with the expressions that its marks mean: one that is a whole text replaces the text, one inside a text is
 * joined to it by `+`.
 *
 * @param quote what encloses texts in this language
 * @param expressionOf the expression of a mark
 */
export function withMarks(
  source: string,
  { token, marks }: Recording,
  quote: string,
  expressionOf: (mark: Mark) => string,
): string {
  const place = new RegExp(`((?<!\\\\)${quote})?${token}(\\d+)${token}(${quote})?`, 'g')
  return source.replace(place, (_, open: string | undefined, number: string, close: string | undefined) => {
    const mark = marks[Number(number)]
    if (!mark) throw new Error(`There is no mark ${number}`)
    return `${open ? '' : `${quote} + `}${expressionOf(mark)}${close ? '' : ` + ${quote}`}`
  })
}
