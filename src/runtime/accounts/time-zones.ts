/**
 * Current names of zones by the old names in the list of the JavaScript engine, which follows CLDR and therefore never renames
 * (ECMA-402, https://tc39.es/ecma402/#sec-use-of-iana-time-zone-database).
 */
const renamed: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
])

/** The zones that can be chosen, by their current names, sorted. */
export function timeZones(): readonly string[] {
  const current = Intl.supportedValuesOf('timeZone').map((name) => renamed.get(name) ?? name)
  return [...new Set(['UTC', ...current])].sort()
}

let known: ReadonlySet<string> | undefined

/** The current name of the zone with that name; undefined if there is no such zone. */
export function timeZoneNamed(name: string): string | undefined {
  const now = renamed.get(name) ?? name
  known ??= new Set(timeZones())
  return known.has(now) ? now : undefined
}
