/** Samples whose results differ, and why. */
export const differentSamples: Readonly<Record<string, string>> = {
  'apps.buildstatus': 'A new app is not tried: a world runs no browser.',
}

/** What a world cannot do and a server can, by operation, and why. With the samples at most 15: the rest of the contract is the same. */
export const differences: Readonly<Record<string, string>> = {
  'browser.read': 'A world opens no page: it runs no browser and reaches nothing outside.',
  'browser.shot': 'A world opens no page: it runs no browser and reaches nothing outside.',
  'shell.run': 'A world runs no programs.',
  'shell.write': 'A world runs no programs.',
}
