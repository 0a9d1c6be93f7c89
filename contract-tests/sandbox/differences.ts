/** Samples whose results differ, and why. */
export const differentSamples: Readonly<Record<string, string>> = {
  'apps.buildstatus': 'A new app is not tried: a world runs no browser.',
}

/** Operations that refuse other arguments than a server does, and why. */
export const differentArguments: Readonly<Record<string, string>> = {
  'files.drivesearch': 'A cursor of another search is not refused: example data has one page for all.',
  'text.translate': 'A language that nobody knows is not refused: a model with examples knows all.',
}

/** What a world cannot do and a server can, by operation, and why. With the lists above at most 15: the rest of the contract is the same. */
export const differences: Readonly<Record<string, string>> = {
  'browser.read': 'A world opens no page: it runs no browser and reaches nothing outside.',
  'browser.shot': 'A world opens no page: it runs no browser and reaches nothing outside.',
  'shell.run': 'A world runs no programs.',
  'shell.write': 'A world runs no programs.',
}
