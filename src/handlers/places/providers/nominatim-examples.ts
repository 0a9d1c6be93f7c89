import type { Examples } from '#runtime/outbound/description.ts'
import { searchText } from '#runtime/search/normalise.ts'
import { type Capital, capitals } from './capital-examples.ts'

interface PlaceFacts {
  readonly osm: string
  readonly at: readonly [number, number]
  readonly kind: readonly [string, string, string]
  readonly name: string
  readonly address: Readonly<Record<string, string>>
  readonly line: string
}

const licence = 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright'
const london = {
  city: 'London',
  'ISO3166-2-lvl8': 'GB-CMD',
  state: 'England',
  'ISO3166-2-lvl4': 'GB-ENG',
  country: 'United Kingdom',
  country_code: 'gb',
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Places of the examples besides the capitals. */
const gazetteer = [
  placeOf(/king'?s cross/i, {
    osm: 'way/5013364',
    at: [51.5308, -0.1238],
    kind: ['railway', 'station', 'railway'],
    name: "King's Cross",
    address: { railway: "King's Cross", road: 'Euston Road', suburb: "King's Cross", ...london, postcode: 'N1C 4DE' },
    line: "King's Cross, Euston Road, London, Greater London, England, N1C 4DE, United Kingdom",
  }),
  placeOf(/british museum/i, {
    osm: 'relation/4081609',
    at: [51.5194, -0.1269],
    kind: ['tourism', 'museum', 'tourism'],
    name: 'British Museum',
    address: { tourism: 'British Museum', road: 'Great Russell Street', suburb: 'Bloomsbury', ...london },
    line: 'British Museum, Great Russell Street, Bloomsbury, London, Greater London, England, WC1B 3DG, United Kingdom',
  }),
  placeOf(/british library/i, {
    osm: 'way/427818536',
    at: [51.5299, -0.127],
    kind: ['amenity', 'library', 'amenity'],
    name: 'British Library',
    address: { amenity: 'British Library', house_number: '96', road: 'Euston Road', suburb: 'Somers Town', ...london },
    line: 'British Library, 96, Euston Road, Somers Town, London, Greater London, England, NW1 2DB, United Kingdom',
  }),
  placeOf(/camden/i, {
    osm: 'node/3663332951',
    at: [51.5393, -0.1427],
    kind: ['railway', 'station', 'railway'],
    name: 'Camden Town',
    address: { railway: 'Camden Town', road: 'Camden High Street', suburb: 'Camden Town', ...london },
    line: 'Camden Town, Camden High Street, Camden Town, London, Greater London, England, NW1 8NH, United Kingdom',
  }),
  placeOf(/ben nevis/i, {
    osm: 'node/2017768437',
    at: [56.7969, -5.0036],
    kind: ['natural', 'peak', 'peak'],
    name: 'Ben Nevis',
    address: {
      peak: 'Ben Nevis',
      county: 'Highland',
      state: 'Scotland',
      country: 'United Kingdom',
      country_code: 'gb',
    },
    line: 'Ben Nevis, Highland, Scotland, United Kingdom',
  }),
  placeOf(/helvellyn/i, {
    osm: 'node/12015441',
    at: [54.527, -3.0164],
    kind: ['natural', 'peak', 'peak'],
    name: 'Helvellyn',
    address: { peak: 'Helvellyn', county: 'Cumbria', state: 'England', country: 'United Kingdom', country_code: 'gb' },
    line: 'Helvellyn, Patterdale, Cumbria, England, United Kingdom',
  }),
  placeOf(/eiffel/i, {
    osm: 'way/5013365',
    at: [48.8582599, 2.2945006],
    kind: ['man_made', 'tower', 'man_made'],
    name: 'Tour Eiffel',
    address: {
      man_made: 'Tour Eiffel',
      house_number: '5',
      road: 'Avenue Anatole France',
      city: 'Paris',
      state: 'Île-de-France',
      'ISO3166-2-lvl4': 'FR-IDF',
      postcode: '75007',
      country: 'France',
      country_code: 'fr',
    },
    line: 'Tour Eiffel, 5, Avenue Anatole France, Paris, Île-de-France, 75007, France',
  }),
]

function placeOf(words: RegExp, facts: PlaceFacts) {
  return { words, payload: payloadOf(facts) }
}

function payloadOf(place: PlaceFacts) {
  const [type, id] = place.osm.split('/')
  const [lat, lon] = place.at
  const [category, kind, addresstype] = place.kind
  const box = [lat - 0.001, lat + 0.001, lon - 0.002, lon + 0.002]
  return {
    place_id: 88_715_228,
    licence,
    osm_type: type,
    osm_id: Number(id),
    lat: String(lat),
    lon: String(lon),
    category,
    type: kind,
    place_rank: 30,
    importance: 0.62,
    addresstype,
    name: place.name,
    display_name: place.line,
    address: place.address,
    boundingbox: box.map((edge) => edge.toFixed(7)),
  }
}

/** Capitals by their name, alone and with the country. */
const capitalsByKey = Map.groupBy(
  capitals.flatMap((capital) => {
    const { name, country } = capital
    const keys = new Set([name, `${name} ${countryNameOf(capital)}`, `${name} ${country}`].map(keyOf))
    return [...keys].map((key) => ({ key, capital }))
  }),
  ({ key }) => key,
)

function capitalsNamed(query: string): Capital[] {
  return (capitalsByKey.get(keyOf(query)) ?? []).map(({ capital }) => capital)
}

function keyOf(text: string): string {
  const { words, runs } = searchText(text)
  return [...words, ...runs].join(' ')
}

function countryNameOf({ country }: Capital): string {
  return countryNames.of(country.toUpperCase()) ?? country
}

function payloadOfCapital(capital: Capital) {
  const { name, country, lat, lon } = capital
  const inCountry = countryNameOf(capital)
  return payloadOf({
    osm: `node/${capitals.indexOf(capital) + 1}`,
    at: [lat, lon],
    kind: ['place', 'city', 'city'],
    name,
    address: { city: name, country: inCountry, country_code: country },
    line: `${name}, ${inCountry}`,
  })
}

/** Example responses of Nominatim for the capitals and a few places. */
export const nominatimExamples: Examples = ({ path, query }) => {
  if (path.endsWith('/status')) return { json: { status: 0, message: 'OK' } }
  if (path.endsWith('/search')) {
    const name = query.get('q') ?? ''
    const others = gazetteer.filter(({ words }) => words.test(name)).map(({ payload }) => payload)
    return { json: [...capitalsNamed(name).map(payloadOfCapital), ...others] }
  }
  if (!path.endsWith('/reverse')) return undefined
  const [lat, lon] = [Number(query.get('lat')), Number(query.get('lon'))]
  const near = gazetteer.find(
    ({ payload }) => Math.abs(Number(payload.lat) - lat) < 0.005 && Math.abs(Number(payload.lon) - lon) < 0.005,
  )
  const capital = capitals.find((each) => Math.abs(each.lat - lat) < 0.1 && Math.abs(each.lon - lon) < 0.1)
  return { json: near?.payload ?? (capital && payloadOfCapital(capital)) ?? { error: 'Unable to geocode' } }
}
