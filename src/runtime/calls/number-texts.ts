/** How a number is written in an address, as patterns of the validators; faults describe them in words. */
export const decimalNumber = '^[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?$'

/** How a whole number is written in an address: `20.0` is one as well. */
export const wholeNumber = '^[+-]?\\d+(\\.0+)?$'
