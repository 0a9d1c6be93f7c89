import type { Examples } from '#runtime/outbound/description.ts'

/** What the Food Standards Agency would send: one rated business, one in Scotland and one that has not been inspected yet. */
export const foodStandardsExamples: Examples = ({ path, query }) => {
  if (path !== '/Establishments') return undefined
  const isNear = query.has('latitude')
  const pageSize = Number(query.get('pageSize') ?? 10)
  const establishments = [
    establishment(1184206, {
      BusinessName: 'Steep Hill Tearoom',
      BusinessType: 'Restaurant/Cafe/Canteen',
      AddressLine1: '31 Steep Hill',
      AddressLine2: 'Lincoln',
      PostCode: 'LN2 1LU',
      RatingValue: '5',
      RatingKey: 'fhrs_5_en-gb',
      RatingDate: '2026-05-14T00:00:00',
      scores: { Hygiene: 0, Structural: 5, ConfidenceInManagement: 0 },
      geocode: { longitude: '-0.5383', latitude: '53.2328' },
      Distance: isNear ? 0.42 : null,
    }),
    establishment(7654321, {
      BusinessName: 'Harbour Chippy',
      BusinessType: 'Takeaway/sandwich shop',
      AddressLine1: '3 Quay Road',
      AddressLine2: 'Leith',
      PostCode: 'EH6 6AA',
      RatingValue: 'Improvement Required',
      RatingKey: 'fhis_improvement_required_en-gb',
      RatingDate: '2026-02-03T00:00:00',
      LocalAuthorityName: 'Edinburgh (City of)',
      SchemeType: 'FHIS',
      geocode: { longitude: '-3.17', latitude: '55.976' },
      Distance: isNear ? 1.2 : null,
    }),
    establishment(5550001, {
      BusinessName: 'New Deli',
      BusinessType: 'Retailers - other',
      RatingValue: 'AwaitingInspection',
      RatingKey: 'fhrs_awaitinginspection_en-gb',
      RatingDate: '1901-01-01T00:00:00',
      geocode: { longitude: null, latitude: null },
      Distance: isNear ? 1.9 : null,
      NewRatingPending: true,
    }),
  ]
  const totalCount = establishments.length
  return {
    json: { establishments: establishments.slice(0, pageSize), meta: { returncode: 'OK', totalCount, pageSize } },
  }
}

function establishment(id: number, properties: Readonly<Record<string, unknown>>) {
  return {
    FHRSID: id,
    AddressLine1: '',
    AddressLine2: '',
    AddressLine3: '',
    AddressLine4: '',
    PostCode: '',
    LocalAuthorityName: 'Lincoln City',
    SchemeType: 'FHRS',
    scores: { Hygiene: null, Structural: null, ConfidenceInManagement: null },
    RightToReply: '',
    NewRatingPending: false,
    ...properties,
  }
}
