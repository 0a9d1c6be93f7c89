/**
 * How a number is written in an address, as patterns of the validators; faults describe them in words. `1e400` is not valid:
 * JavaScript reads it as infinite, and the validators do not compare bounds with infinity.
 */
export const decimalNumber = '^[+-]?\\d{1,200}(\\.\\d+)?([eE][+-]?\\d{1,2})?$'

/** How a whole number is written in an address; `20.0` is also one. */
export const wholeNumber = '^[+-]?\\d{1,200}(\\.0+)?$'
