/** A manoeuvre of OSRM. */
export interface Manoeuvre {
  readonly type: string
  readonly modifier?: string | undefined
  /** The exit of a roundabout to take. */
  readonly exit?: number | undefined
  /** Degrees from north in which the route continues. */
  readonly bearing_after?: number | undefined
}

const winds = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

const turns: Readonly<Record<string, string>> = {
  uturn: 'Make a U-turn',
  'sharp right': 'Turn sharp right',
  right: 'Turn right',
  'slight right': 'Bear right',
  straight: 'Continue straight on',
  'slight left': 'Bear left',
  left: 'Turn left',
  'sharp left': 'Turn sharp left',
}

const sides: Readonly<Record<string, string>> = {
  'sharp right': ' right',
  right: ' right',
  'slight right': ' right',
  'slight left': ' left',
  left: ' left',
  'sharp left': ' left',
}

/**
 * Describes a manoeuvre: OSRM returns no text.
 *
 * @param road name or number of the road to take; empty if it has neither
 */
export function instruction({ type, modifier = '', exit, bearing_after: bearing }: Manoeuvre, road: string): string {
  const onto = road && ` onto ${road}`
  const side = sides[modifier] ?? ''
  switch (type) {
    case 'depart':
      return `Head ${wind(bearing)}${road && ` on ${road}`}`
    case 'arrive':
      return side ? `Arrive at the destination, on the${side}` : 'Arrive at the destination'
    case 'merge':
      return `Merge${side}${onto}`
    case 'on ramp':
      return `Take the ramp${side && ` on the${side}`}${onto}`
    case 'off ramp':
      return `Take the exit${side && ` on the${side}`}${onto}`
    case 'fork':
      return `Keep${side || ' straight on'} at the fork${onto}`
    case 'end of road':
      return `At the end of the road turn${side || ' back'}${onto}`
    case 'roundabout':
    case 'rotary':
      return `At the roundabout take the ${exit === undefined ? 'next' : ordinal(exit)} exit${onto}`
    case 'exit roundabout':
    case 'exit rotary':
      return `Leave the roundabout${onto}`
    case 'new name':
    case 'notification':
      return `Continue${onto}`
    default:
      return `${turns[modifier] ?? 'Continue'}${onto}`
  }
}

function wind(bearing: number | undefined): string {
  return bearing === undefined ? 'off' : (winds[Math.round(bearing / 45) % 8] as string)
}

function ordinal(count: number): string {
  return ordinals[count] || `${count}th`
}
