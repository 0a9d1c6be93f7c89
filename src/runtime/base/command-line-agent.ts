/** The User-Agent of the command line. */
export const commandLineAgent = 'onedoor-cli'
