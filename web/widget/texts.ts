// The words of the widget itself. Everything else comes from the server in the same language.
export const languages = ['en', 'de', 'tr', 'el'] as const
export type Language = (typeof languages)[number]

interface Texts {
  facts: string
  photos: string
  availability: string
  room: string
  before: string
  after: string
  previous: string
  next: string
  open: string
  on_request: string
  closed: string
  stars: string
  refused: string
}

export const texts: Record<Language, Texts> = {
  en: {
    facts: 'About the hotel',
    photos: 'Photos',
    availability: 'Availability',
    room: 'Room',
    before: 'Previous month',
    after: 'Next month',
    previous: 'Previous photo',
    next: 'Next photo',
    open: 'Available',
    on_request: 'On request',
    closed: 'Not available',
    stars: 'stars',
    refused: 'The hotel’s information cannot be shown here at the moment.',
  },
  de: {
    facts: 'Über das Hotel',
    photos: 'Fotos',
    availability: 'Verfügbarkeit',
    room: 'Zimmer',
    before: 'Voriger Monat',
    after: 'Nächster Monat',
    previous: 'Voriges Foto',
    next: 'Nächstes Foto',
    open: 'Frei',
    on_request: 'Auf Anfrage',
    closed: 'Nicht verfügbar',
    stars: 'Sterne',
    refused: 'Die Angaben zum Hotel können hier im Moment nicht gezeigt werden.',
  },
  tr: {
    facts: 'Otel hakkında',
    photos: 'Fotoğraflar',
    availability: 'Müsaitlik',
    room: 'Oda',
    before: 'Önceki ay',
    after: 'Sonraki ay',
    previous: 'Önceki fotoğraf',
    next: 'Sonraki fotoğraf',
    open: 'Müsait',
    on_request: 'Talep üzerine',
    closed: 'Müsait değil',
    stars: 'yıldız',
    refused: 'Otelin bilgileri şu anda burada gösterilemiyor.',
  },
  el: {
    facts: 'Για το ξενοδοχείο',
    photos: 'Φωτογραφίες',
    availability: 'Διαθεσιμότητα',
    room: 'Δωμάτιο',
    before: 'Προηγούμενος μήνας',
    after: 'Επόμενος μήνας',
    previous: 'Προηγούμενη φωτογραφία',
    next: 'Επόμενη φωτογραφία',
    open: 'Διαθέσιμο',
    on_request: 'Κατόπιν αιτήματος',
    closed: 'Μη διαθέσιμο',
    stars: 'αστέρια',
    refused: 'Οι πληροφορίες του ξενοδοχείου δεν μπορούν να εμφανιστούν εδώ αυτή τη στιγμή.',
  },
}

/** The first language of the list that we have, by its first part: de for de-AT. */
export function languageOf(...wanted: (string | undefined | null)[]): Language {
  for (const w of wanted) {
    const found = languages.find((l) => l === w?.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}
