const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** A size for people: `640 bytes`, `1.4 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  const digits = power > 0 && value < 10 ? 1 : 0
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[power]}`
}
