/** The most faults of an app that a trial reports, and the most characters of each. */
export const maxFaults = 10
export const maxFaultLength = 500
